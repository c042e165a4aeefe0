// `npm test`: checks, unit and API tests, a build, journeys in a browser, and a short form of `npm run test:cluster` (where its servers are
// installed); one closing line adds them all up. `--all` runs the whole matrix of languages, sizes and schemes, all of test:cluster, and the unit and API tests once more at another date and in
// another order, of files and of tests, whose seed is printed (where `faketime` is installed; TEST_DATE names another date), API tests
// of the release before on the schema of this version (where its commit is in the history), and W3C's checker reads the pages (where a Java answers).
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkAll } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { findHtmlChecker } from './html-checker.mjs'
import { bin, buildWhereNeeded, capture, enterProject, installWhereNeeded, run, siteNode } from './steps.mjs'

const RESULTS = 'test-results'
const CLUSTER_RESULTS = `${RESULTS}/cluster.json`
/** Five minutes before Nowruz in Tehran, some years ahead, so that midnight there comes while the tests run. */
const ANOTHER_DATE = process.env.TEST_DATE || '2030-03-20T20:25:00Z'
/** Those whose statements join most tables: a new column may make a name ambiguous that the release says without its table. */
const OF_RELEASE = ['company/money', 'company/reservations', 'operator', 'payments', 'reservations']
const total = { passed: 0, failed: 0, skipped: 0 }

enterProject()
await installWhereNeeded()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const isAll = process.argv.includes('--all')
const env = { ...process.env, NODE_ENV: 'test', FULL_MATRIX: isAll ? '1' : '' }

// All at once, because each alone leaves processors idle. What measures times among the tests runs at the end, or gets a second try.
for (const counts of await Promise.all([checkAll(), build(), runVitest()])) add(counts)
if (isAll) add(await runVitestAtAnotherDate())
if (isAll) add(await runVitestOfRelease())
add(await runPlaywright())
// The same product as two processes: the site, and the API that it calls over HTTP.
add(await runPlaywright({ name: 'playwright-split', otherEnv: { SPLIT: 'yes' } }))
add(await runCluster())
nameFailed()
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed ? 1 : 0)

function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

async function runVitest({ by = [], options = [], name = 'vitest', otherEnv = {}, settings = {} } = {}) {
  const file = resolve(RESULTS, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const [command, ...words] = [...by, siteNode(), bin('vitest'), 'run', ...reporters, ...options]
  const code = await run(command, words, { env: { ...env, ...otherEnv }, ...settings })
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = readResults(file)
  return honest(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests })
}

/** Without TEST_DATABASE_URL, because only a server of its own has the other date. */
async function runVitestAtAnotherDate() {
  const found = await capture('faketime', ['--version']).catch(() => undefined)
  if (found?.code !== 0) {
    console.log(`faketime is not installed: the tests at another date (${ANOTHER_DATE}) are skipped.`)
    return { skipped: 1 }
  }
  console.log(`Unit and API tests at ${ANOTHER_DATE}, in another order …`)
  const options = ['--sequence.shuffle.files', '--sequence.shuffle.tests']
  const by = ['faketime', ANOTHER_DATE]
  return runVitest({ by, options, name: 'vitest-another-date', otherEnv: { TEST_DATABASE_URL: '' } })
}

/** The API tests of the release that runs while this version is deployed, with its own code, on the schema of this version. */
async function runVitestOfRelease() {
  const { commit } = JSON.parse(readFileSync('deploy/released.json', 'utf8'))
  const folder = join(mkdtempSync(join(tmpdir(), 'savari-release-')), 'sources')
  const added = await capture('git', ['worktree', 'add', '--detach', folder, commit]).catch(() => undefined)
  try {
    if (added?.code !== 0) {
      console.log(
        'The history lacks the commit of deploy/released.json: its tests on the schema of this version are skipped.',
      )
      return { skipped: 1 }
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    // The steps, with what they use.
    for (const path of ['app/db/migrations', 'app/db/connection/oldest-release.ts', 'app/db/connection/too-old.ts'])
      cpSync(path, join(folder, path), { recursive: true })
    console.log(`API tests of the release before (${commit.slice(0, 8)}) on the schema of this version …`)
    const options = ['--project', 'api', ...OF_RELEASE.map((tests) => `tests/api/${tests}`)]
    return await runVitest({ options, name: 'vitest-of-release', settings: { cwd: folder } })
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true })
    await capture('git', ['worktree', 'prune']).catch(() => undefined)
  }
}

async function build() {
  try {
    await buildWhereNeeded()
    return { passed: 1 }
  } catch (error) {
    console.error(error.message)
    return { failed: 1 }
  }
}

async function runPlaywright({ name = 'playwright', otherEnv = {} } = {}) {
  if (!existsSync('build/server/index.js')) return { failed: 1 }
  const file = `${RESULTS}/${name}.json`
  const chromium = await findChromium()
  const checker = isAll ? await findHtmlChecker() : undefined
  const code = await run(siteNode(), [bin('playwright'), 'test', '--reporter=list,json'], {
    env: {
      ...env,
      CHROMIUM: chromium ?? '',
      HTML_CHECKER: checker ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...otherEnv,
    },
  })
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readResults(file).stats ?? {}
  return honest(code, { passed: expected + flaky, failed: unexpected, skipped })
}

/** What happens to the product on many machines; skipped where their servers are missing, and tried twice, as tests are. */
async function runCluster() {
  const counts = await once()
  if (!counts.failed) return counts
  console.log('second try: the product on many machines')
  return once()

  async function once() {
    rmSync(CLUSTER_RESULTS, { force: true })
    const options = [`--results=${CLUSTER_RESULTS}`, ...(isAll ? [] : ['--short'])]
    const code = await run(siteNode(), ['--import', './scripts/tsx-hooks.mjs', 'tests/cluster/main.ts', ...options], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    return honest(code, readResults(CLUSTER_RESULTS))
  }
}

/** Repeats at the end which tests failed, and which passed only on their second try: each of those is a defect of the test or of the product. */
function nameFailed() {
  const files = readdirSync(RESULTS).filter((name) => /^vitest.*\.json$/.test(name))
  const results = files.flatMap((name) => readResults(`${RESULTS}/${name}`).testResults ?? [])
  for (const { name: path, assertionResults = [], status, message } of results) {
    const file = relative('.', path)
    if (status === 'failed' && assertionResults.length === 0) console.log(`failed: ${file}: ${summaryOf(message)}`)
    for (const { status, fullName, failureMessages: [reason] = [] } of assertionResults) {
      if (reason === undefined) continue
      console.log(`${status === 'passed' ? 'second try' : 'failed'}: ${file} › ${fullName}: ${summaryOf(reason)}`)
    }
  }
  for (const name of ['playwright', 'playwright-split'])
    for (const suite of readResults(`${RESULTS}/${name}.json`).suites ?? []) nameFailedIn(suite)
  for (const row of readResults(CLUSTER_RESULTS).missed ?? []) console.log(`failed: tests/cluster › ${row}`)
}

function nameFailedIn({ specs = [], suites = [] }) {
  const words = { flaky: 'second try', unexpected: 'failed' }
  for (const { title, file, tests } of specs) {
    for (const { projectName, status, results = [] } of tests) {
      if (!words[status]) continue
      const { message } = results.find(({ error }) => error)?.error ?? {}
      console.log(
        `${words[status]}: [${projectName}] ${file} › ${title}: ${summaryOf(stripVTControlCharacters(message ?? ''))}`,
      )
    }
  }
  for (const suite of suites) nameFailedIn(suite)
}

/** The message without the places in the code; of a property test it has the seed. */
function summaryOf(text = '') {
  return text.split('\n    at ', 1)[0].slice(0, 500)
}

/** A runner that failed without a failed test (a file that does not load, a crash) counts as one failure. */
function honest(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
