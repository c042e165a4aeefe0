import { expect, test } from 'vitest'
import { typeErrorsAfter } from './changed-copy.ts'

/** Names that the compiler must report as missing, with the files (docs/providers.md, docs/a-status.md). */
const NAMES = [
  {
    what: 'a gateway that is only named',
    name: 'zarin',
    file: 'app/rules/constants.ts',
    after: "  saman: { returnPage: '/external-pay' },\n",
    added: "  zarin: { returnPage: '/pay_redirect' },\n",
    missedIn: ['app/providers/gateways/registry.ts', 'app/providers/gateways/simulator/bank.ts'],
  },
  {
    what: 'a reservation’s status that is only named',
    name: 'ON_HOLD',
    file: 'app/rules/reservation/reservation-status.ts',
    after: "  'EXPIRED',\n",
    added: "  'ON_HOLD',\n",
    missedIn: ['app/features/reservation/status-tag.tsx', 'app/rules/reservation/reservation-status.ts'],
  },
]

test.each(NAMES)(
  '$what is reported missing by the compiler in $missedIn',
  async ({ name, file, after, added, missedIn }) => {
    const errors = await typeErrorsAfter({ file, from: after, to: after + added }, missedIn)
    const missed = errors.filter(({ message }) => message.includes(`'${name}'`)).map(({ file }) => file)
    expect([...new Set(missed)].toSorted()).toEqual(missedIn)
  },
  300_000,
)
