// Finds W3C's checker of HTML for `npm run test:all`, or installs it. Only there, because it is large and needs a Java.
import { existsSync } from 'node:fs'
import { capture, run } from './steps.mjs'

const FOLDER = 'tests/html-checker'
const FILE = `${FOLDER}/node_modules/vnu-jar/build/dist/vnu.jar`

/** The path of the checker; undefined, with a sentence, where no Java answers. */
export async function findHtmlChecker() {
  const java = await capture('java', ['-version']).catch(() => undefined)
  if (java?.code !== 0) {
    console.log("No Java answers: W3C's checker of HTML is skipped.")
    return undefined
  }
  if (!existsSync(FILE)) {
    console.log("Installing W3C's checker of HTML …")
    const npm = process.env.npm_execpath
    // Its script would fetch a Java where there is none.
    const options = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const code = npm ? await run(process.execPath, [npm, ...options]) : await run('npm', options)
    if (code !== 0) throw new Error("W3C's checker of HTML could not be installed.")
  }
  return FILE
}
