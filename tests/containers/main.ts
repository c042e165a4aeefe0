import { cpus } from 'node:os'
import { missedRows, printSection, type Row } from '../bench/table.ts'
import { programAt } from '../support/server/cluster/program.ts'
import { missingPrograms, openDocker } from './docker.ts'
import { measureImage } from './image.ts'
import { measureKubernetes } from './kubernetes.ts'
import { openStack } from './stack.ts'
import { makeImages } from './stand-ins.ts'
import { measureSystemd, missingForSystemd } from './systemd.ts'
import { walk } from './walk.ts'

/** `npm run test:containers`: what is in `deploy/` for containers, built and started as operators do. */
const missing = await missingPrograms()
if (missing.length > 0) {
  console.log(`Skipped: this machine has no ${missing.join(', no ')}. docs/operations.md says what is needed.`)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

console.log(`${new Date().toISOString()}, ${cpus().length} cores, ${cpus()[0]?.model}`)
const began = performance.now()
const since = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
const say = (line: string) => console.log(`  ${line} (${since()})`)
const { isOwn, stop } = await openDocker()
const images = await makeImages(say)
say(images.isReal ? 'with the images themselves' : 'with stand-ins for the images')
const stack = await openStack(images)
try {
  await section('deploy/Dockerfile', () => measureImage(stack))
  await section('deploy/compose.yaml with compose.trial.yaml', () => walk(stack))
  // Pods of podman reach containers of Docker only where no firewall is between them.
  if (!isOwn || images.isReal) console.log('\nSkipped: deploy/kubernetes needs a Docker of its own and stand-ins here.')
  else if (!programAt('podman') || !programAt('runc'))
    console.log('\nSkipped: deploy/kubernetes, without podman and runc.')
  else await section('deploy/kubernetes, one pod by podman', () => measureKubernetes(stack))
  const lacks = missingForSystemd()
  if (lacks.length > 0) console.log(`\nSkipped: deploy/systemd, without ${lacks.join(' and ')}.`)
  else await section('deploy/systemd, under systemd', async () => measureSystemd(await emptyDatabase()))
} finally {
  await stack.remove()
  await stop()
}
const missed = missedRows()
console.log(`\n${since()}`)
console.log(missed.length === 0 ? 'Everything held.' : `Missed: ${missed.join('; ')}.`)
process.exit(missed.length === 0 ? 0 : 1)

/** Makes a database for the unit on the server of compose; returns its address from this machine. */
async function emptyDatabase(): Promise<string> {
  const { code, output } = await stack.exec('database', ['createdb', '-U', 'savari', 'systemd'])
  if (code !== 0) throw new Error(output)
  return `postgres://savari:${stack.secrets.DATABASE_PASSWORD}@127.0.0.1:${stack.ports.database}/systemd`
}

/** Runs and prints a section; one that breaks counts as missed, and the others follow. */
async function section(title: string, measure: () => Promise<Row[]>) {
  const rows = await measure().catch(async (error: Error): Promise<Row[]> => {
    const log = await stack.compose('logs', '--no-log-prefix', 'site-1', 'site-2').catch(() => '')
    for (const line of log.split('\n').filter((line) => line.includes('"event":"error"')))
      console.log(line.slice(0, 1000))
    return [{ what: title, value: 'broke', budget: error.message.slice(-700), met: false }]
  })
  printSection(title, rows)
}
