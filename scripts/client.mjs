// `npm run client`: makes the client for programs (packages/client) from the contract, ready for `npm pack`.
import { bin, capture, enterProject, installWhereNeeded, siteNode } from './steps.mjs'

enterProject()
await installWhereNeeded()
await buildClient()

/** Writes what is made of the documents, and compiles the package. Throws with the output of the step that failed. */
async function buildClient() {
  const steps = [['scripts/client/generate.ts'], [bin('tsc'), '-p', 'packages/client/tsconfig.json']]
  for (const step of steps) {
    const { code, output } = await capture(siteNode(), step)
    if (code !== 0) throw new Error(output)
  }
}
