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
  const code = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '26', '-cpu-used', '3']
  ffmpeg(['-i', from, '-vf', `${colorFilter('pc')},format=yuv444p`, ...code, ...colorTags('pc', 'iec61966-2-1'), to])
  return assertMaxSize(to, budgetKb)
}

const fadeSeconds = 0.5

const videos = {
  webm: { budgetKb: 300, code: ['-c:v', 'libsvtav1', '-crf', '38', '-preset', '3', '-g', '400'] },
  mp4: { budgetKb: 900, code: ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '24', '-movflags', '+faststart'] },
}

/** Encodes the video in two formats and returns their sizes in bytes. Fades into the first frame for a seamless loop. */
export const encodeVideo = (folder, count, target) => {
  const first = join(folder, '0000.png')
  const fade = `[0][1]xfade=transition=fade:duration=${fadeSeconds}:offset=${count / fps - fadeSeconds}`
  const encode = ([format, { budgetKb, code }]) => {
    ffmpeg([
      ...['-framerate', String(fps), '-i', join(folder, '%04d.png')],
      ...['-loop', '1', '-framerate', String(fps), '-t', String(fadeSeconds), '-i', first],
      ...['-filter_complex', `${fade},${colorFilter('tv')},format=yuv420p`, ...code, ...colorTags('tv', 'bt709')],
      ...['-an', `${target}.${format}`],
    ])
    return [format, assertMaxSize(`${target}.${format}`, budgetKb)]
  }
  return Object.fromEntries(Object.entries(videos).map(encode))
}
