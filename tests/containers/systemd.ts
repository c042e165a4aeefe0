import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atMost, type Row } from '../bench/table.ts'
import { programAt, startProgram, until } from '../support/server/cluster/program.ts'
import { freePort } from '../support/server/process/free-port.ts'
import { signIn, siteAt, unreadable, uploadPicture } from './customer.ts'
import { FOLDER, run, runWell } from './docker.ts'

const ROOT = join(FOLDER, 'systemd')
const PROJECT = '/opt/savari'
const DATA = '/var/lib/savari'
const PATHS = ['/', '/en', '/en/rent/car?city=kish', '/status']
const READY_WITHIN_S = 60
/** Twice what the site asks of itself after its own end, as systemd waits for two seconds first. */
const BACK_WITHIN_S = 30
/** `TimeoutStopSec` of the unit. */
const STOPS_WITHIN_S = 15
/** A process that a wrong setting has ended (`sysexits.h`, EX_CONFIG). */
const CONFIG_ERROR = 78

/** What this machine lacks for it, in words. */
export function missingForSystemd(): string[] {
  return ['debootstrap', 'unshare', 'nsenter'].filter((name) => !programAt(name))
}

/**
 * Starts systemd as the first process of a Debian of its own (in namespaces, on this machine's network), and the unit under it, with everything
 * the unit takes away from its process.
 * @param databaseUrl of an empty database that the unit's process can reach
 */
export async function measureSystemd(databaseUrl: string): Promise<Row[]> {
  await makeRoot()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const bank = await freePort()
  const settings = `ORIGIN=${origin}\nPORT=${port}\nHOST=127.0.0.1\nBANK_PORT=${bank}\nDATABASE_URL=${databaseUrl}\nSESSION_SECRET=${randomBytes(32).toString('hex')}\nGATEWAYS=simulator\nSMS=outbox\nMAIL=outbox\n`
  writeFileSync(join(ROOT, 'etc/savari.env'), settings, { mode: 0o600 })
  rmSync(join(ROOT, DATA), { recursive: true, force: true })
  const machine = startProgram(
    'unshare',
    ['--pid', '--mount', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child', 'sh', '-ec', BOOT],
    {
      asRoot: true,
      env: { PROJECT_HERE: resolve('.'), ROOT },
    },
  )
  try {
    const inside = await until(() => firstProcessOf(machine.pid), { describe: () => machine.output() })
    return await measureUnit(inside, { origin, settings })
  } finally {
    await machine.kill()
  }
}

/** @param inside the process id of systemd, as this machine counts */
async function measureUnit(inside: string, { origin, settings }: { origin: string; settings: string }): Promise<Row[]> {
  const within = (...command: string[]) => run('nsenter', ['-t', inside, '-p', '-m', '-u', '-i', '-r', ...command])
  try {
    const about = async (name: string) =>
      (await within('systemctl', 'show', '--value', '-p', name, 'savari')).output.trim()
    const site = siteAt(origin)
    const isReady = async () => (await site('/readyz')).ok
    const secondsUntil = async (check: () => Promise<unknown> | unknown, withinMs: number) => {
      const began = performance.now()
      await until(check, { withinMs, describe: () => 'what the log says' })
      return (performance.now() - began) / 1000
    }
    const started = await secondsUntil(isReady, READY_WITHIN_S * 1000)
    const answers = await Promise.all(PATHS.map((path) => site(path)))
    const person = await signIn(site, () => readFileSync(join(ROOT, DATA, 'outbox.jsonl'), 'utf8'))
    const picture = await uploadPicture(site, person)
    const rights = readFileSync(`/proc/${inside}/root/proc/${await about('MainPID')}/status`, 'utf8')
    const has = ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'].filter((line) => rights.includes(line))
    await within('systemctl', 'kill', '--signal', 'KILL', 'savari')
    const back = await secondsUntil(async () => (await about('NRestarts')) === '1' && isReady(), BACK_WITHIN_S * 1000)
    const lost = await unreadable(site, person, picture)
    const before = performance.now()
    await within('systemctl', 'stop', 'savari')
    const stopped = (performance.now() - before) / 1000
    const code = await about('ExecMainStatus')
    writeFileSync(join(ROOT, 'etc/savari.env'), `${settings}PORT=none\n`)
    await within('systemctl', 'start', 'savari')
    await secondsUntil(async () => (await about('ActiveState')) === 'failed', READY_WITHIN_S * 1000)
    const refused = (await about('ExecMainStatus')) === String(CONFIG_ERROR) && (await about('NRestarts')) === '0'
    return [
      atMost('the site is ready after', started, READY_WITHIN_S, 's', 1),
      atMost(`pages that fail, of ${PATHS.length}`, answers.filter(({ ok }) => !ok).length, 0, ''),
      atMost('what the process has of rights that it should not have', 3 - has.length, 0, ''),
      atMost('after its process is killed, it is ready after', back, BACK_WITHIN_S, 's', 1),
      atMost('uploads that cannot be read then', lost, 0, ''),
      atMost('it stops within', stopped, STOPS_WITHIN_S, 's', 1),
      atMost('its exit code', Number(code), 0, ''),
      atMost('wrong settings with which it is started again', refused ? 0 : 1, 0, ''),
    ]
  } catch (error) {
    console.log((await within('journalctl', '-u', 'savari', '-n', '30', '-o', 'cat', '--no-pager')).output)
    throw error
  }
}

/**
 * What the first shell in the new namespaces does before it becomes systemd: it lays the machine's file systems, and leaves the old root behind, as
 * in a changed root alone no process gets users of its own (PrivateUsers).
 */
const BOOT = `
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount --bind "$PROJECT_HERE" .${PROJECT}
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd,xattr cgroup sys/fs/cgroup/systemd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount --rbind /dev dev
pivot_root . before
cd /
umount -l /before
exec env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=journal multi-user.target
`

/** A minimal Debian with systemd and the unit, kept for the next run. */
async function makeRoot() {
  if (!existsSync(join(ROOT, 'complete'))) {
    // One that was interrupted leaves it behind.
    await run('umount', [join(ROOT, 'proc')])
    rmSync(ROOT, { recursive: true, force: true })
    await runWell('debootstrap', ['--variant=minbase', '--include=systemd,systemd-sysv,dbus', 'bookworm', ROOT])
    await runWell('chroot', [ROOT, 'useradd', '--system', '--home', PROJECT, '--shell', '/usr/sbin/nologin', 'savari'])
    for (const folder of [PROJECT, 'before']) mkdirSync(join(ROOT, folder), { recursive: true })
    symlinkSync('../savari.service', join(ROOT, 'etc/systemd/system/multi-user.target.wants/savari.service'))
    writeFileSync(join(ROOT, 'complete'), '')
  }
  copyFileSync('deploy/systemd/savari.service', join(ROOT, 'etc/systemd/system/savari.service'))
}

/** The process that `unshare` has started, by its number on this machine, once it is systemd. */
function firstProcessOf(pid: number | undefined): string | undefined {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return child && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd' ? child : undefined
}
