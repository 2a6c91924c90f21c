# Draws the pictures of docs/documents.md: a page as it is printed, and beside it what `doc extract` makes of it.
#   npm run build && /usr/bin/python3 docs/pictures/make.py
# Needs Debian's chromium, poppler-utils, python3-pil, fonts-liberation and fonts-noto-cjk.
import html
import os
import subprocess
import tempfile

from PIL import Image

here = os.path.dirname(os.path.abspath(__file__))
cli = os.path.join(here, "..", "..", "dist", "cli.js")
chromium = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
page_height = 720


def run(*command, folder):
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


for name in ("report", "notice"):
    with tempfile.TemporaryDirectory() as folder:
        pdf = os.path.join(folder, f"{name}.pdf")
        run(*chromium, "--no-pdf-header-footer", f"--print-to-pdf={pdf}", os.path.join(here, f"{name}.html"), folder=folder)
        run("pdftoppm", "-r", "120", "-png", "-singlefile", pdf, "page", folder=folder)
        os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
        run("node", cli, "exec", f"doc extract --in {name}.pdf --out {name}.md --confirm", folder=folder)
        with open(os.path.join(folder, f"{name}.md")) as file:
            text = html.escape(file.read())
        style = (
            "body{margin:0;display:flex;background:#e8e8e8;padding:16px;gap:16px;align-items:flex-start}"
            f"img{{height:{page_height}px;border:1px solid #999}}"
            f"pre{{margin:0;flex:1;height:{page_height - 24}px;padding:12px;background:#fff;border:1px solid #999;white-space:pre-wrap;"
            "font:13px/1.42 'Liberation Mono','Noto Sans Mono CJK SC',monospace;overflow:hidden}"
        )
        with open(os.path.join(folder, "beside.html"), "w") as file:
            file.write(f'<!doctype html><meta charset="utf-8"><style>{style}</style><img src="page.png"><pre>{text}</pre>')
        shot = os.path.join(folder, "shot.png")
        run(*chromium, f"--screenshot={shot}", f"--window-size=1500,{page_height + 36}", "beside.html", folder=folder)
        picture = Image.open(shot).convert("L").quantize(16)
        picture.save(os.path.join(here, f"{name}.png"), optimize=True)
