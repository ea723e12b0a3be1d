import type { Plugin } from 'vite'

const insertCall = /^__insertCSS\(".*"\);?$/m

/**
 * Removes Sonner's injected <style>: it has no nonce, so the Content Security Policy rejects it. `toaster.tsx` imports the
 * package's CSS file instead.
 */
export const sonnerPatch = {
  packageName: 'sonner',
  version: '2.0.8',
  file: 'dist/index.mjs',
  fits: (code: string): boolean => insertCall.test(code),
  apply: (code: string): string => code.replace(insertCall, ''),
}

export const sonnerWithoutStyleTag = (): Plugin => ({
  name: 'sonner-without-style-tag',
  apply: 'build',
  transform: {
    filter: { id: /\/sonner\/dist\/index\.mjs$/ },
    handler: code => ({ code: sonnerPatch.apply(code), map: null }),
  },
})
