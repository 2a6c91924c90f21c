import { deflateRawSync, deflateSync } from 'node:zlib';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { buildPdf, text } from '../fixtures/pdf-builder.ts';
import { dist, run } from './cli.ts';

const page = {
  content: [text(72, 700, 20, 'Heading', 'bold'), text(72, 660, 10, 'A page of words that can be read.')],
};

/** 1.5 GB of blanks, packed twice. */
function bomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { finishFlush: 2 });
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 1500 }, () => block)]);
  return buildPdf([page], { rawContent: { filters: '/FlateDecode/FlateDecode', bytes: deflateSync(inner) } });
}

test('a PDF that unpacks to 1.5 GB is refused with little memory, and the process goes on', async () => {
  using workspace = tempWorkspace();
  workspace.write('bomb.pdf', bomb());
  workspace.write('good.pdf', buildPdf([page]));
  const script = `
    const { createSallyport } = await import(${JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)});
    const sallyport = createSallyport();
    const bad = await sallyport.exec('doc extract --in bomb.pdf');
    const good = await sallyport.exec('doc extract --in good.pdf');
    await sallyport[Symbol.asyncDispose]();
    console.log(JSON.stringify({ bad: bad.error_code, good: good.stdout, peak: process.resourceUsage().maxRSS * 1024 }));`;
  workspace.write('run.mjs', script);
  const { code, stdout, stderr } = await run(process.execPath, ['run.mjs'], workspace);
  expect([code, stderr]).toEqual([0, '']);
  const { bad, good, peak } = JSON.parse(stdout) as { bad: string; good: string; peak: number };
  expect(bad).toBe('ArchiveTooLarge');
  expect(good).toBe('<!-- page 1 -->\n\n# Heading\n\nA page of words that can be read.\n');
  expect(peak).toBeLessThan(400 * 1024 * 1024);
});
