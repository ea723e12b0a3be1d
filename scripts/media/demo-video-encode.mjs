import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fps } from './demo-recorder.mjs'

const ffmpeg = args => {
  const { status, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args])
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`)
}

export const requireFfmpeg = () => {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return
  throw new Error('Falta o ffmpeg: instale-o (no Debian, apt-get install ffmpeg) e rode novamente.')
}

const colorFilter = range => `scale=out_color_matrix=bt709:out_range=${range}`
const colorTags = (range, transfer) => [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709'],
  ...['-color_trc', transfer, '-color_range', range],
]

/** Returns the size of a file in bytes. Throws if it exceeds its budget. */
const assertMaxSize = (path, budgetKb) => {
  const { size } = statSync(path)
  if (size > budgetKb * 1000) throw new Error(`${path} weighs ${size} bytes, more than ${budgetKb} KB`)
  return size
}

export const encodeAvif = (from, to, budgetKb) => {
  const code = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '26', '-cpu-used', '5']
  ffmpeg(['-i', from, '-vf', `${colorFilter('pc')},format=yuv444p`, ...code, ...colorTags('pc', 'iec61966-2-1'), to])
  return assertMaxSize(to, budgetKb)
}

/** The last state fades into the first frame, which then stays for a moment. */
const fadeSeconds = 0.8
const holdSeconds = 0.4
/** Below this likeness of the first and the last frame (PSNR), the loop would show a jump. */
const minLikenessDb = 36

const formats = {
  webm: ['-c:v', 'libsvtav1', '-crf', '36', '-preset', '5', '-g', '400'],
  mp4: ['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-movflags', '+faststart'],
}

/** Throws if the end of a video differs visibly from its start. */
const assertSeamless = (path, folder) => {
  const [first, last] = ['first', 'last'].map(name => join(folder, `${name}.png`))
  ffmpeg(['-i', path, '-frames:v', '1', first])
  ffmpeg(['-sseof', '-0.2', '-i', path, '-update', '1', last])
  const { stderr } = spawnSync('ffmpeg', ['-i', first, '-i', last, '-lavfi', 'psnr', '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  const likeness = /average:(\S+)/.exec(stderr)?.[1]
  if (likeness !== 'inf' && !(Number(likeness) >= minLikenessDb))
    throw new Error(`${path} jumps at its loop: ${likeness} dB`)
}

/** Encodes the video in both formats and returns their sizes in bytes. */
export const encodeVideo = (folder, count, target, budgetsKb) => {
  const first = join(folder, '0000.png')
  const fade = `[0][1]xfade=transition=fade:duration=${fadeSeconds}:offset=${count / fps - fadeSeconds}`
  const encode = ([format, code]) => {
    const path = `${target}.${format}`
    ffmpeg([
      ...['-framerate', String(fps), '-i', join(folder, '%04d.png')],
      ...['-loop', '1', '-framerate', String(fps), '-t', String(fadeSeconds + holdSeconds), '-i', first],
      ...['-filter_complex', `${fade},${colorFilter('tv')},format=yuv420p`, ...code, ...colorTags('tv', 'bt709')],
      ...['-an', path],
    ])
    assertSeamless(path, folder)
    return [format, assertMaxSize(path, budgetsKb[format])]
  }
  return Object.fromEntries(Object.entries(formats).map(encode))
}
