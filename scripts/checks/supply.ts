import { readFileSync } from 'node:fs'
import { installScriptProblems, licenceProblems, packagesOf } from './licences.ts'

/** Checks licences and install scripts by the lock file alone, and counts the packages; exits with 1 where something is not allowed. */
const packages = packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const problems = [...licenceProblems(packages), ...installScriptProblems(packages, allowScripts)]
const count = (only: (one: (typeof packages)[number][1]) => unknown) => packages.filter(([, one]) => only(one)).length
if (problems.length) {
  console.log(problems.join('\n  '))
  process.exitCode = 1
} else {
  const optional = count(({ dev, optional }) => !dev && optional)
  console.log(
    `${count(({ dev, optional }) => !dev && !optional)} packages in production, ${optional} for single systems, ${count(({ dev }) => dev)} for development; none runs anything at its installation`,
  )
}
