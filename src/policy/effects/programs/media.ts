import { defineProgram } from '../define.ts';
import { filters, pipedOr, stream } from '../languages/streams.ts';

const common = {
  '-i -attach=': stream('read'),
  '-passlogfile -vstats_file -progress -sdp_file -hls_segment_filename -segment_list -dump=': stream('write'),
  '-filter_script -filter_complex_script -fpre -vpre -apre -hls_key_info_file -init_hw_script=': 'read',
  '-vf -af -filter -filter_complex -lavfi -filter:v -filter:a=': filters,
  '-f -c -codec -acodec -vcodec -scodec -c:v -c:a -c:s -b -b:v -b:a -r -s -t -ss -to -sseof -map -crf -preset=': 'text',
  '-loglevel -v -threads -pix_fmt -ar -ac -vframes -frames:v -q:v -q:a -aspect -metadata -movflags -framerate=': 'text',
  '-itsoffset -profile:v -level -tune -g -bf -maxrate -bufsize -vsync -fps_mode -stream_loop -safe -disposition=':
    'text',
  '-ch_layout -channel_layout -map_metadata -map_chapters -protocol_whitelist -hwaccel -shortest_buf_duration=': 'text',
  '-user_agent -headers -timeout -rtsp_transport -video_size -show_entries -print_format -of -select_streams=': 'text',
  '-y -n -an -vn -hide_banner -nostdin -shortest -sn -re -report': 'text',
} as const;

const sound = {
  style: 'dash',
  options: { '-t -r -b -c -e -v -C=': 'text', '-d -n -q -S -V -L -D': 'text' },
} as const;

/** Programs that change, fetch and record sound and moving pictures. */
export const media = [
  defineProgram({
    names: 'ffmpeg avconv',
    summary: 'Changes sound and pictures.',
    style: 'dash',
    options: common,
    operands: stream('write'),
    examples: {
      'ffmpeg -i a.mp4 -y b.gif': 'read a.mp4, write b.gif',
      'ffmpeg -i a -f data tcp://a.example:80': 'read a, contact a.example',
      'ffmpeg -i https://a.example/x b.mp4': 'contact a.example, write b.mp4',
      'ffmpeg -i cache:http://a.example/x -f null -': 'contact a.example',
      'ffmpeg -i "concat:a.ts|b.ts" c.ts': 'read a.ts, read b.ts, write c.ts',
      'ffmpeg -i a -f tee "[f=mp4]b.mp4|[f=flv]rtmp://a.example/x"': 'read a, write b.mp4, contact a.example',
      'ffmpeg -i a file:../x': 'read a, write ../x',
      'ffmpeg -i a -progress http://a.example/x b.mp4': 'read a, contact a.example, write b.mp4',
      'ffmpeg -f lavfi -i color -vf drawtext=textfile=.env b.png': 'read color, read .env, write b.png',
      'ffmpeg -i a -lavfi ssim=stats_file=../x -f null -': 'read a, write ../x',
      'ffmpeg -i a pipe:1': 'read a',
      'ffmpeg --help': 'quiet',
    },
  }),
  defineProgram({
    names: 'ffprobe ffplay',
    summary: 'Tell about sound and pictures, and play them.',
    style: 'dash',
    quiet: true,
    options: { ...common, '-o=': 'write' },
    operands: stream('read'),
    examples: {
      'ffprobe -v error -show_format a.mp4': 'quiet, read a.mp4',
      'ffprobe https://a.example/x': 'contact a.example',
    },
  }),
  defineProgram({
    names: 'sox',
    summary: 'Changes sound.',
    ...sound,
    operands: { rest: pipedOr('read'), last: pipedOr('write') },
    examples: {
      'sox a.wav b.mp3': 'read a.wav, write b.mp3',
      'sox "|rm x" b.wav': 'run rm x, write b.wav, > sh: rm x',
    },
  }),
  defineProgram({
    ...sound,
    names: 'rec arecord parecord',
    summary: 'Record sound.',
    operands: pipedOr('write'),
    examples: { 'rec ../x.wav': 'write ../x.wav', 'rec -c 1 a.wav': 'write a.wav' },
  }),
  defineProgram({
    ...sound,
    names: 'play soxi aplay paplay',
    summary: 'Play sound, and tell about it.',
    quiet: true,
    operands: pipedOr('read'),
    examples: { 'play a.wav b.wav': 'quiet, read a.wav, read b.wav', 'play "|rm x"': 'run rm x, > sh: rm x' },
  }),
  defineProgram({
    names: 'HandBrakeCLI',
    summary: 'Changes films.',
    options: {
      '-i --input --preset-import-file --srt-file=': 'read',
      '-o --output --preset-export-file=': 'write',
      '-Z --preset -e --encoder -q --quality -f --format -t --title -E -B -w -l=': 'text',
    },
    examples: {
      'HandBrakeCLI -i a.mkv -o b.mp4': 'read a.mkv, write b.mp4',
      'HandBrakeCLI --help': 'quiet',
    },
  }),
  defineProgram({
    names: 'yt-dlp youtube-dl gallery-dl',
    summary: 'Fetches films and pictures.',
    options: {
      '-o --output -P --paths --download-archive --cache-dir --write-pages -D --directory=': 'write',
      '--exec --exec-before-download --external-downloader --downloader --netrc-cmd=': 'program',
      '--config-location --config-locations --plugin-dirs --ffmpeg-location=':
        'run: option: settings may name programs',
      '--cookies-from-browser=': 'read: secrets of a browser',
      '--cookies=': 'read + write',
      '-a --batch-file --load-info-json --netrc-location --client-certificate=': 'read',
      '-f --format -S --format-sort -x --audio-format --audio-quality --merge-output-format --sub-langs -I=': 'text',
      '-r --limit-rate -R --retries --user-agent --referer --add-header -u --username -p --password -N=': 'text',
      '--proxy=': 'contact: network tool',
      '-h -U --list-extractors': 'help',
    },
    operands: 'contact: network tool',
    examples: {
      'yt-dlp https://a.example/x': 'contact a.example',
      "yt-dlp --exec 'rm x' https://a.example/x": 'run rm x, contact a.example, > sh: rm x',
      'yt-dlp --cookies-from-browser firefox https://a.example/x': 'read firefox, contact a.example',
    },
  }),
  defineProgram({
    names: 'asciinema',
    summary: 'Records a terminal.',
    quiet: true,
    subs: {
      'play cat': { quiet: true, operands: 'read' },
      rec: {
        options: { '-c --command=': 'script', '-t --title -i -e --env --cols --rows -q -y --stdin --append': 'text' },
        operands: 'write',
        also: [{ if: '!-c tty', effects: 'terminal' }],
      },
      upload: { operands: 'read', effects: 'contact: network tool + change remote: sends something out' },
      auth: 'contact: network tool',
    },
    otherwise: 'text',
    examples: {
      "asciinema rec -c 'rm x' a.cast": 'write a.cast, > sh: rm x',
      'asciinema rec a.cast': 'write a.cast, terminal',
      'asciinema play a.cast': 'quiet, read a.cast',
      'asciinema upload a.cast': 'read a.cast, contact, change remote a.cast',
    },
  }),
];
