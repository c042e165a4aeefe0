import { z } from 'zod'
import { about, deskStaff, forCompany, locking, notifying, owners } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Code } from '#app/contract/shapes/one-time-code.ts'
import { Flag, Instant, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, requiredLines, requiredText } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { isPersonName } from '#app/rules/identity/person-name.ts'
import {
  CONTRACT_SIDES,
  CONTRACT_TEXT_MAX,
  DRAWING,
  DRAWING_MAX,
  SIGNING_CHANNELS,
} from '#app/rules/reservation/contract-text.ts'

const { CHANGED_MEANWHILE, STATUS_CONFLICT } = ERRORS

const Signature = z.object({
  side: z.enum(CONTRACT_SIDES),
  channel: z.enum(SIGNING_CHANNELS),
  name: z.string(),
  /** Drawn by hand: the path of an SVG of 600 by 200. */
  drawing: z.string().nullable(),
  at: Instant,
})

/** A contract or an addendum as it was made: nothing of it changes. */
export const Contract = z.object({
  id: PublicId,
  /** `C-20418`, of an addendum `C-20418/1`. */
  number: z.string(),
  /** 0 for the contract itself. */
  addendum: z.int(),
  revision: z.int(),
  language: z.enum(LANGUAGES),
  /** The version of the company's text; null for the default text. */
  template: z.int().nullable(),
  /** What is signed: its first line is the title, `# …` a clause, `label | value` a row. */
  text: z.string(),
  /** SHA-256 of the text in UTF-8. */
  sha256: z.string(),
  /** Whether the text still has this SHA-256, worked out for this answer. */
  is_whole: z.boolean(),
  made_at: Instant,
  signatures: z.array(Signature),
})

/** The contract of a reservation with its addenda. */
export const ContractState = z.object({
  reservation: z.object({ id: PublicId, number: z.string(), fullname: z.string(), zone: z.string() }),
  company: z.string(),
  /** The contract first, then its addenda; each in its latest revision. */
  contracts: z.array(Contract),
  /** Whether the reservation is another than the last of them says. */
  is_outdated: z.boolean(),
  /** Whether a contract can be made and signed: the reservation is confirmed or under way. */
  is_open: z.boolean(),
  /** Whether the driving licence was given. */
  has_licence: z.boolean(),
})

/** The same for staff, with what is evidence of the signing. */
const DeskContract = ContractState.extend({
  licence: z.string().nullable(),
  vin: z.string().nullable(),
  /** The language of the booking. */
  language: z.enum(LANGUAGES),
  events: z.array(
    z.object({
      what: z.enum(['MADE', 'CODE_SENT', 'CODE_WRONG', 'SIGNED']),
      contract: z.string(),
      side: z.enum(CONTRACT_SIDES),
      at: Instant,
      /** Where a code went. */
      network_address: z.string(),
      device: z.string(),
      /** The staff member. */
      by: z.string().nullable(),
    }),
  ),
  /** The caller's name. */
  staff: z.string().nullable(),
})

const plainCode = (value: unknown) => {
  const typed = latin(value)
  return typeof typed === 'string' ? empty(typed.replace(/[\s-]/g, '').toUpperCase()) : empty(typed)
}

export const Licence = z.preprocess(plainCode, z.string({ error: 'required' }).regex(/^[A-Z0-9]{4,20}$/, 'licence'))
/** No I, O and Q; old vehicles and motorbikes have shorter ones than 17. */
export const Vin = z.preprocess(
  plainCode,
  z
    .string()
    .regex(/^[A-HJ-NPR-Z0-9]{5,17}$/, 'vin')
    .optional(),
)

const PersonName = requiredText(120).refine((name) => isPersonName(name), 'fullname')
/** What somebody agrees to: without it nothing is signed. */
const Agreed = Flag.refine((agreed) => agreed === true, 'agree')

/** What makes a contract besides its reservation. */
export const ContractFields = z.object({
  language: z.enum(LANGUAGES, { error: 'required' }),
  licence: Licence.optional(),
  vin: Vin,
})

const OptionalName = z.preprocess(empty, PersonName.optional())
/** Signing at the counter: the customer, staff for the company, or both. */
export const CounterSigning = z.object({
  contract: PublicId,
  /** Of the text that was shown. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'invalid'),
  customer_name: OptionalName,
  drawing: z.preprocess(empty, z.string().max(DRAWING_MAX, 'max_length').regex(DRAWING, 'invalid').optional()),
  company_name: OptionalName,
  agreed: Agreed,
})

/** Signing on one's own phone, with a code that was sent to it. */
export const PhoneSigning = z.object({
  contract: PublicId,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'invalid'),
  name: PersonName,
  agreed: Agreed,
  understood: Agreed,
  token: Code,
})

export const TemplateText = z.object({ text: requiredLines(CONTRACT_TEXT_MAX) })

/** A company's text in a language: the draft, and what was published. */
const ContractTemplate = z.object({
  language: z.enum(LANGUAGES),
  /** The draft, or what is in use: the latest version, or the default text. */
  text: z.string(),
  draft: z.object({ version: z.int(), saved_at: Instant, by: z.string().nullable() }).nullable(),
  /** The latest first. */
  versions: z.array(z.object({ version: z.int(), published_at: Instant, contracts: z.int() })),
  default_text: z.string(),
  /** The version in use in each language; null: the default text. */
  languages: z.array(z.object({ language: z.enum(LANGUAGES), version: z.int().nullable() })),
})

const reading = about(deskStaff, 'reservation')
const writing = locking(deskStaff, 'reservation')
const id = z.object({ id: PublicId })
const ofLanguage = z.object({ company: CompanyId, language: z.enum(LANGUAGES) })

export const contracts = {
  read: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/contract/',
      summary: 'The contract of a reservation with its addenda, signatures and what proves them (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(DeskContract),
  make: writing
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/contract/',
      summary:
        'Make the contract, make it anew until the customer signs, or make an addendum of what changed since they did (ours)',
      tags: ['company'],
    })
    .input(id.extend(ContractFields.shape))
    .output(DeskContract),
  sign: writing
    .meta(notifying(writing, 300))
    .errors({ STATUS_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/contract/sign/',
      summary:
        'Sign at the counter: the customer by a typed or drawn name, staff for the company; twice is once (ours)',
      tags: ['company'],
    })
    .input(id.extend(CounterSigning.shape))
    .output(DeskContract),
  send: writing
    .meta(notifying(writing, 100))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/contract/send/',
      summary: 'Send the customer the address where they read the contract and sign it on their own phone (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(z.object({ id: PublicId })),
  template: forCompany(owners)
    .route({
      method: 'GET',
      path: '/desk/contract_text/',
      summary: 'The company’s contract text in a language, with its versions (ours)',
      tags: ['company'],
    })
    .input(ofLanguage)
    .output(ContractTemplate),
  saveTemplate: forCompany(owners)
    .route({
      method: 'PUT',
      path: '/desk/contract_text/',
      summary: 'Keep a draft of the text, right or wrong (ours)',
      tags: ['company'],
    })
    .input(ofLanguage.extend(TemplateText.shape))
    .output(ContractTemplate),
  publishTemplate: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/contract_text/',
      summary:
        'Use a text for the contracts that are made from now on; it needs every placeholder that the law asks for (ours)',
      tags: ['company'],
    })
    .input(ofLanguage.extend(TemplateText.shape))
    .output(ContractTemplate),
  previewTemplate: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/contract_text/preview/',
      summary: 'A text filled from the company’s latest reservation, right or wrong; keeps nothing (ours)',
      tags: ['company'],
    })
    .input(ofLanguage.extend(TemplateText.shape))
    /** Null without a reservation. */
    .output(z.object({ number: z.string().nullable(), text: z.string() })),
}
