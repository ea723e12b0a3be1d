import type { Plugin } from 'vite'

const displayName = /^\w+\.displayName = .*;$/gm
const forwardRef = /= (?=React\$1\.forwardRef\()/g

/** Drops display names and marks `forwardRef` calls as pure: both keep unused components of the router in the bundle. */
export const reactRouterPatch = {
  packageName: 'react-router',
  version: '8.5.1',
  file: 'dist/production/lib/dom/lib.js',
  fits: (code: string): boolean => code.search(displayName) >= 0 && code.search(forwardRef) >= 0,
  apply: (code: string): string => code.replace(displayName, '').replace(forwardRef, '= /* @__PURE__ */ '),
}

export const routerWithoutNames = (): Plugin => ({
  name: 'router-without-names',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/.*\.js$/, code: /^\w+\.displayName = /m },
    handler: code => ({ code: reactRouterPatch.apply(code), map: null }),
  },
})
