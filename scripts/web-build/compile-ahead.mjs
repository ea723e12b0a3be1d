import { neededFiles } from './bundle-files.mjs'
import { pages } from './preloaded-pages.mjs'

/** Chromium then compiles all functions of a file while the file loads, beside the page, and not each when it is first called. */
const compileHint = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the files that the first cards of the dashboard need, which call most of their functions. The browser reads the comment only
 * at the beginning of a file, where Vite adds a line after banners were added: so this comes last.
 */
export const compileAhead = () => ({
  name: 'compile-ahead',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of neededFiles(bundle, pages.dashboard)) bundle[file].code = compileHint + bundle[file].code
    },
  },
})
