import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typeErrorsAfter } from './changed-copy.ts'

/** Names that the compiler must report as missing, with all files in which it does (docs/providers.md, docs/a-status.md). */
const NAMES = [
  {
    what: 'a gateway that is only named',
    name: 'zarin',
    file: 'app/rules/constants.ts',
    after: "  saman: { returnPage: '/external-pay' },\n",
    added: "  zarin: { returnPage: '/pay_redirect' },\n",
    type: 'GatewayName',
    missedIn: ['app/providers/gateways/registry.ts', 'app/providers/gateways/simulator/bank.ts'],
  },
  {
    what: 'a reservation’s status that is only named',
    name: 'ON_HOLD',
    file: 'app/rules/reservation/reservation-status.ts',
    after: "  'EXPIRED',\n",
    added: "  'ON_HOLD',\n",
    type: 'ReservationStatus',
    missedIn: ['app/rules/reservation/reservation-status.ts'],
  },
]

test.each(NAMES)(
  '$what is reported missing by the compiler in $missedIn',
  async ({ name, file, after, added, type, missedIn }) => {
    const errors = await typeErrorsAfter({ file, from: after, to: after + added }, filesNaming(type))
    const missed = errors.filter(({ message }) => message.includes(`'${name}'`)).map(({ file }) => file)
    expect([...new Set(missed)].toSorted()).toEqual(missedIn)
  },
  300_000,
)

/** All files in which a table of this type may be. */
function filesNaming(type: string): string[] {
  const files = globSync('app/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => readFileSync(file, 'utf8').includes(type))
}
