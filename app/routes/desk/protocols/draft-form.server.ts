import type { CurrencyCode } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import {
  DAMAGE_SIZES,
  DAMAGE_TYPES,
  DAMAGE_ZONES,
  type Damage,
  type DraftFields,
  KIT,
  MARKS_MAX,
} from '#app/rules/reservation/protocol.ts'
import type { FieldErrors } from '#app/web/page/forms.ts'

const TEXTS = [
  ...(['odometer', 'level', 'keys', 'note', 'handed_by', 'received_by', 'deposit', 'deposit_way'] as const),
  ...(['received', 'received_way', 'reference', 'open_reason', 'papers_reason'] as const),
]

/** What a press of a button asks for, beside keeping the draft: `add:ROOF`, `drop:2`, `gone:0`, `photo-drop:…`, `finish`. */
export function intentOf(fields: FormData): { name: string; value: string } {
  const [name = '', value = ''] = String(fields.get('intent') ?? 'draft').split(':')
  return { name, value }
}

/** The draft as the form has it: its own fields as typed, and the damages of the last draft with what was asked for. */
export function draftIn(fields: FormData, before: DraftFields): DraftFields {
  const typed = Object.fromEntries(
    TEXTS.map((name) => [name, String(fields.get(name) ?? '')] as const).filter(([, text]) => text !== ''),
  )
  const kit = fields
    .getAll('kit')
    .map(String)
    .filter((item) => KIT.some((known) => known === item))
  return { ...typed, kit, gone: goneIn(fields, before.gone ?? []), marks: marksIn(fields, before.marks ?? []) }
}

function goneIn(fields: FormData, before: readonly number[]): number[] {
  const { name, value } = intentOf(fields)
  const index = Number(value)
  if (name !== 'gone' || !Number.isInteger(index) || index < 0 || index > MARKS_MAX) return [...before]
  return before.includes(index) ? before.filter((one) => one !== index) : [...before, index]
}

type Mark = NonNullable<DraftFields['marks']>[number]

function marksIn(fields: FormData, before: readonly Mark[]): Mark[] {
  const { name, value } = intentOf(fields)
  if (name === 'drop') return before.filter((_, index) => index !== Number(value))
  // A damage that was described and not yet added counts when the record is finished, too.
  const wanted = name === 'add' && value ? value : String(fields.get('mark_zone') ?? '')
  const zone = DAMAGE_ZONES.find((one) => one === wanted)
  if (!zone || before.length >= MARKS_MAX) return [...before]
  const note = String(fields.get('mark_note') ?? '')
    .trim()
    .slice(0, 200)
  const type = DAMAGE_TYPES.find((one) => one === fields.get('mark_type')) ?? 'SCRATCH'
  const size = DAMAGE_SIZES.find((one) => one === fields.get('mark_size')) ?? 'COIN'
  return [...before, { zone, type, size, ...(note && { note }) }]
}

/** The damages of a draft: each was chosen from our lists. */
function damagesIn({ marks = [] }: DraftFields): Damage[] {
  return marks as Damage[]
}

/** What the call takes of a draft, with amounts in the minor unit; what is wrong with them as typed. */
export function finishedOf(draft: DraftFields, currency: CurrencyCode) {
  const errors: FieldErrors = {}
  const amountOf = (name: 'deposit' | 'received') => {
    const typed = draft[name]
    if (!typed) return 0
    const amount = typedAmount(typed, currency)
    if ('minor' in amount) return amount.minor
    errors[name] = [amount.fieldError]
    return 0
  }
  const fields = {
    ...draft,
    odometer: draft.odometer,
    level: draft.level,
    handed_by: draft.handed_by ?? '',
    received_by: draft.received_by ?? '',
    kit: (draft.kit ?? []) as (typeof KIT)[number][],
    marks: damagesIn(draft),
    deposit: amountOf('deposit'),
    received: amountOf('received'),
  }
  return { fields, errors }
}
