// Finds a Chromium for browser tests, or installs one.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, run, siteNode } from './steps.mjs'

// The headless shell first: it starts twice as fast.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium; undefined when Playwright's own is installed and should be used. */
export async function findChromium() {
  const found = chromiumHere()
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })) === 0) break
    }
  }
  const installed = chromiumHere()
  if (!installed) await run(siteNode(), [bin('playwright'), 'install', 'chromium'])
  return installed
}

/** The Chromium that CHROMIUM names, or the one on the PATH. */
export function chromiumHere() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return NAMES.map(onPath).find(Boolean)
}

/** A Chromium that is more than its headless shell, which keeps no page to come back to; undefined without one. */
export function fullChromiumHere() {
  const named = process.env.CHROMIUM
  if (named && !named.includes('headless')) return named
  return NAMES.filter((name) => !name.includes('headless'))
    .map(onPath)
    .find(Boolean)
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
