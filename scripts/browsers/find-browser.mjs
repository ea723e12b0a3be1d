import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Chromium without windows. A page costs less: the whole browser runs pages of its own for the toolbar of each window. */
const shellName = 'chromium-headless-shell'
const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium. Installs it on Debian as root, and throws if none is found. With `prefersShell`, prefers the one
 * without windows; benches and pictures use the whole browser, as users do.
 */
export const findBrowser = ({ prefersShell = false } = {}) => {
  const configured = process.env.CHROME_PATH
  if (configured && !works(configured))
    throw new Error(`CHROME_PATH aponta para ${configured}, que não é um Chromium que funcione.`)
  const wanted = prefersShell ? [shellName, ...names] : names
  const found = configured || findInstalled(wanted) || findDownloaded() || installWithApt(wanted)
  if (found) return found
  throw new Error(
    'Nenhum Chromium encontrado: instale o Chromium ou o Google Chrome, rode "npx playwright install chromium" ou indique o caminho em CHROME_PATH.',
  )
}

/** Disables background network requests and the graphics card. */
export const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=pt-BR',
]

export const launchBrowser = () => chromium.launch({ executablePath: findBrowser(), args: browserArgs })

// On some systems the browser's name is a script that only explains how to install it.
const works = path => /Chrom/.test(spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '')

const findInstalled = names => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...names.flatMap(name => folders.map(folder => join(folder, name))), ...wellKnown]
  return candidates.find(path => existsSync(path) && works(path))
}

const findDownloaded = () => {
  const path = chromium.executablePath()
  return existsSync(path) && works(path) ? path : undefined
}

const installWithApt = names => {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.log('Nenhum Chromium encontrado: instalando o do sistema com apt-get...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = args =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  const install = name => apt(['install', '-y', '--no-install-recommends', name])
  return apt(['update']) && names.slice(0, 2).some(install) ? findInstalled(names) : undefined
}
