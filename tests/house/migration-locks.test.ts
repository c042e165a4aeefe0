import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#app/db/migrations/index.ts'
import { sqlOf } from '../../scripts/checks/migration-sql.ts'

/** The program itself: its package for all systems names some that are not to be had, and a lock file without them installs nowhere. */
const SQUAWK = 'node_modules/@squawk-cli/linux-x64/bin/squawk'
const onLinux = test.skipIf(!existsSync(SQUAWK))

/** Up to here every database is migrated; what comes later must not hold a site up. */
const LAST_UNCHECKED = '0900-key-mode'

/**
 * What a later migration does although it locks, with the reason why that is short: `{ '0999-name': { rule: 'the table has a dozen rows' } }`.
 * Rules: https://squawkhq.com/docs/rules
 */
const ACCEPTED: Record<string, Record<string, string>> = {
  // No range may be written between the former guard against double booking and the new one.
  '0930-companies-of-busy': {
    'constraint-missing-not-valid': 'the guard is built anew under its lock',
    'disallowed-unique-constraint': 'vehicles and reservations are locked for it anyway',
    'adding-foreign-key-constraint': 'the same',
  },
  '0931-recent-payments': {
    'require-concurrent-index-creation':
      'a large table gets it beforehand by hand (CHANGELOG.md), and the step leaves it then',
  },
  '0935-unit-groups': {
    'require-concurrent-index-creation': 'changes wait anyway while the column is filled',
  },
  // A reference without the company would let a deleted reservation leave rows behind that have none yet.
  '0936-companies-of-what-hangs': {
    'constraint-missing-not-valid': 'each table is written once under its lock (CHANGELOG.md)',
    'adding-foreign-key-constraint': 'the same',
  },
  '0940-companies-of-charges': {
    'constraint-missing-not-valid': 'each table is written once under its lock (CHANGELOG.md)',
    'adding-foreign-key-constraint': 'the same',
  },
  '0941-held-vehicles': {
    'require-concurrent-index-creation':
      'a large table gets it beforehand by hand (CHANGELOG.md), and the step leaves it then',
  },
}

/** Taste rather than locks; and the limits of time, which migrate.ts sets for every step. */
const NOT_ABOUT_LOCKS = [
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-identity', 'prefer-robust-stmts'],
  ...['prefer-text-field', 'prefer-timestamptz', 'identifier-too-long', 'require-lock-timeout'],
  ...['require-statement-timeout', 'ban-char-field'],
]

type Finding = { rule_name: string; message: string }

function lint(statements: string): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'migration-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'step.sql')
  writeFileSync(file, statements)
  const options = [
    '--assume-in-transaction',
    '--pg-version=15.0',
    '--reporter=json',
    `--exclude=${NOT_ABOUT_LOCKS.join()}`,
  ]
  const { stdout, error } = spawnSync(SQUAWK, [...options, file], { encoding: 'utf8' })
  if (error) throw error
  return JSON.parse(stdout)
}

onLinux('no new migration holds a lock for long on a table that a site uses', async () => {
  const checked = Object.entries(migrations).filter(([name]) => name > LAST_UNCHECKED)
  expect(checked.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const [name, step] of checked) {
    const findings = lint(await sqlOf(step)).filter(({ rule_name }) => !ACCEPTED[name]?.[rule_name])
    found.push(...findings.map(({ rule_name, message }) => `${name}: ${rule_name}: ${message}`))
  }
  expect(found).toEqual([])
})

onLinux('an index, a foreign key and a column of another type on a table in use are found', () => {
  const rulesIn = (statement: string) => lint(statement).map(({ rule_name }) => rule_name)
  expect(rulesIn('create index ad_colour on ad (colour);')).toContain('require-concurrent-index-creation')
  expect(rulesIn('alter table ad add foreign key (city_id) references city;')).toContain(
    'adding-foreign-key-constraint',
  )
  expect(rulesIn('alter table ad alter column id type bigint;')).toContain('changing-column-type')
  expect(rulesIn('alter table ad drop column colour;')).toContain('ban-drop-column')
  expect(rulesIn('create table new (id int primary key); create index new_id on new (id);')).toEqual([])
})
