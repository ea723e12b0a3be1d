import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { logoSize, maxLogoPixels } from '#contract/brand/brand.ts'
import { lowerThreadPriority } from '../threads/lower-thread-priority.ts'
import type { LogoMessage } from './read-logo.ts'

lowerThreadPriority()

const decodeTimeoutSeconds = 5

sharp.cache(false)
sharp.concurrency(1)

/** Decodes the first frame and encodes it anew, so that nothing but pixels is left: no metadata, nothing after the picture. */
const read = async (file: Uint8Array): Promise<LogoMessage> => {
  // Reads the header only.
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  if (width * height > maxLogoPixels) return { refusal: 'tooManyPixels' }
  const logo = await sharp(file, { limitInputPixels: maxLogoPixels, failOn: 'warning', sequentialRead: true })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  return { logo: new Uint8Array(logo) }
}

const message = await read((workerData as { file: Uint8Array }).file).catch(
  (): LogoMessage => ({ refusal: 'unreadable' }),
)
parentPort?.postMessage(message)
