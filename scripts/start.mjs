import { existsSync } from 'node:fs'
import { requireNode24 } from './node-version.mjs'
import { projectFolder } from './run-tool.mjs'
import { buildWeb, canBuild, hasBuild, isBuildFresh } from './web-build/build-web.mjs'

const stopWith = line => {
  console.error(line)
  process.exit(1)
}

requireNode24('npm start')
if (!existsSync(`${projectFolder}node_modules`)) stopWith('Faltam as dependências: rode "npm ci" e depois "npm start".')

if (canBuild() && !isBuildFresh()) {
  console.log('Preparando a interface (só quando ela muda)...')
  if ((await buildWeb()) !== 0) stopWith('Não foi possível preparar a interface; o motivo está acima.')
}
if (!hasBuild()) stopWith('A interface ainda não foi preparada e falta o Vite: rode "npm ci" e depois "npm start".')

await import('../src/server/main.ts')
