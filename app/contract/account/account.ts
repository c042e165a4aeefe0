import { z } from 'zod'
import {
  about,
  anybody,
  limited,
  ownedBy,
  recheckedOperatorsOf,
  recheckedPeople,
  signedIn,
} from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { BankAccount } from '#app/contract/shapes/iban.ts'
import { Channels, Code } from '#app/contract/shapes/one-time-code.ts'
import { PayoutStatus } from '#app/contract/shapes/payment-shapes.ts'
import { OptionalDialCode, Phone } from '#app/contract/shapes/phone.ts'
import {
  CurrencyCode,
  CurrencyId,
  Flag,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PictureUpload,
  PublicId,
  RowId,
  SlotTime,
} from '#app/contract/shapes/shapes.ts'
import { empty, Lines, latin, Text } from '#app/contract/shapes/text.ts'
import { FAVOURITES_MAX } from '#app/rules/constants.ts'
import { isEmail } from '#app/rules/identity/email.ts'
import { cleanIdentity, mayBeIdentity } from '#app/rules/identity/national-id.ts'
import { isPersonName } from '#app/rules/identity/person-name.ts'
import { isUsername } from '#app/rules/identity/username.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { isTimeZone } from '#app/rules/time/time-zone.ts'

const {
  BANNED_USER,
  INVALID_CREDENTIALS,
  INVALID_TOKEN,
  LAST_OWNER,
  OPEN_RESERVATIONS,
  RECHECK_NEEDED,
  TURN_NEEDED,
  WALLET_NOT_EMPTY,
} = ERRORS

/** An empty form field or null erases the value; a missing one keeps it. */
const erased = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)

const Email = z.preprocess(empty, Text.max(254, 'max_length').refine(isEmail, 'email').optional())
const text = (max: number) => z.preprocess(erased, Text.max(max, 'max_length').nullable().optional())

/** Login (§3): the e-mail address is required when the language is not Persian or the number is not Iranian (§1). */
export const Login = z.object({
  phone: Phone,
  email: Email,
  country_code: OptionalDialCode,
  from_discount_dialog: Flag,
  /** The answer to TURN_NEEDED (ours). */
  turn: z.preprocess(empty, Text.max(120).optional()),
})
/** Activation and token (§3). */
export const Proof = z.object({ phone: Phone, token: Code, email: Email, country_code: OptionalDialCode })
/** A form that has only a one-time code. */
export const TypedCode = Proof.pick({ token: true })
/** The input of `POST /users/token/`: a code, the single-use token of a link, or a refresh token (decisions.md). */
const TokenRequest = z.union([
  Proof,
  z.object({ direct_login_token: Text.min(20).max(200) }),
  z.object({ refresh: Text.min(20).max(200) }),
])

/**
 * Access token: 15 minutes. Refresh token: 60 days, less for operators, replaced at each use. With `second_factor` they
 * give access only to `POST /users/second-factor/check/`, until that has accepted a code.
 */
export const Tokens = z.object({ access: z.string(), refresh: z.string(), second_factor: z.boolean() })

export const Notifications = z.object({
  push: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  marketing: z.boolean(),
  booking: z.boolean(),
  payment: z.boolean(),
})

/** A person as they see themselves (§3, User). */
export const Profile = z.object({
  /** National digits, beside the dial code in `country_code` (decisions.md). */
  phone: z.string(),
  country_code: z.string(),
  username: z.string().nullable(),
  fullname: z.string().nullable(),
  /** The address of the person's picture, for people who may see it: `readAvatar`. */
  avatar: z.url().nullable(),
  avatar_id: PublicId.nullable(),
  /** The wallet's balance in the requested currency. */
  credit: Money,
  credit_currency: z.object({ name: z.string(), code: CurrencyCode }),
  wallets: z.array(z.object({ currency: CurrencyCode, balance: Money })),
  is_agency: z.boolean(),
  /** Whether the person sees the company's money; other staff do not. */
  is_company_owner: z.boolean(),
  is_admin: z.boolean(),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  national_id: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  date_of_birth: IsoDate.nullable(),
  notifications: Notifications,
  /** The person's time zone, as their browser last reported it (ours). */
  time_zone: z.string().nullable(),
})

/** What is known of somebody who books again; null where nothing is. */
export const KnownDriver = Profile.pick({
  phone: true,
  country_code: true,
  fullname: true,
  national_id: true,
  email: true,
  date_of_birth: true,
  country: true,
  city: true,
  address: true,
  zip_code: true,
})

/**
 * Personal info with the rules of §5; phone and e-mail address change only by a fresh code. Unknown fields are ignored
 * (§3, "free-form").
 */
export const ProfileUpdate = z.object({
  username: z.preprocess(erased, Text.refine(isUsername, 'username').nullable().optional()),
  fullname: z.preprocess(erased, Text.max(120, 'max_length').refine(isPersonName, 'fullname').nullable().optional()),
  national_id: z.preprocess(
    (value) => erased(typeof value === 'string' ? cleanIdentity(value) : value),
    z
      .string()
      .superRefine((value, context) => {
        const identity = mayBeIdentity(value)
        if (!identity.ok) context.addIssue({ code: 'custom', message: identity.kind })
      })
      .nullable()
      .optional(),
  ),
  date_of_birth: z.preprocess(erased, IsoDate.nullable().optional()),
  country: text(80),
  city: text(80),
  address: text(500),
  zip_code: z.preprocess((value) => erased(latin(value)), Text.max(20, 'max_length').nullable().optional()),
  notifications: Notifications.partial().optional(),
  time_zone: z.preprocess(erased, Text.refine(isTimeZone, 'invalid').nullable().optional()),
  /** Null or empty removes the picture; any other value is ignored (`uploadAvatar` sets it). */
  avatar: z.preprocess((value) => (value === null || value === '' ? null : undefined), z.null().optional()),
  /** A new phone or e-mail address with the code that was sent to it by `POST /users/profile/contact/`. */
  phone: Phone.optional(),
  country_code: OptionalDialCode,
  email: Email,
  token: Code.optional(),
})

/** Listings by their numbers, the latest first. */
const Favourites = listOf(z.object({ id: z.int() }))

const SearchedTime = z.object({ start_date: IsoDate, start_time: SlotTime, end_date: IsoDate, end_time: SlotTime })
const SearchedKind = z.enum(['car', 'motor'])
/** A search that an account remembers, with its city in the caller's language. */
export const RecentSearch = SearchedTime.extend({
  kind: SearchedKind,
  city: z.object({ id: z.int(), name: z.string() }),
})
const RecentSearches = listOf(RecentSearch)

/** INVALID_TOKEN: an expired, revoked or unknown refresh token. INVALID_CREDENTIALS: any other wrong proof. */
const signing = anybody.errors({ INVALID_CREDENTIALS, INVALID_TOKEN, BANNED_USER })

export const account = {
  login: anybody
    .errors({ TURN_NEEDED })
    .route({
      method: 'POST',
      path: '/users/login/',
      summary:
        'Send a one-time code, for whoever sends the same header Device-Key (22 to 64 letters, digits, - or _, made once by a browser or app), else for the caller’s network',
      tags: ['account'],
    })
    .input(Login)
    .output(
      z.object({
        is_new: z.boolean(),
        is_activated: z.boolean(),
        from_discount_dialog: z.boolean(),
        /** Seconds until another code may be requested. */
        resend_after: z.int(),
        channels: Channels,
      }),
    ),
  activate: signing
    .route({ method: 'PATCH', path: '/users/activate/', summary: 'First sign-in by code', tags: ['account'] })
    .input(Proof)
    .output(Tokens),
  token: signing
    .route({ method: 'POST', path: '/users/token/', summary: 'Sign in by code or link, or refresh', tags: ['account'] })
    .input(TokenRequest)
    .output(Tokens),
  logout: signedIn
    .route({ method: 'POST', path: '/users/logout/', summary: 'End this sign-in on the server', tags: ['account'] })
    .output(z.object({ ended: z.boolean() })),
  issueDirectLogin: recheckedOperatorsOf('SUPPORT')
    .route({
      method: 'POST',
      path: '/users/direct_login/',
      summary: 'An operator makes a link that signs a person in once, for 15 minutes',
      tags: ['account'],
    })
    /** The reason stays in the audit log. */
    .input(z.object({ phone: Phone, country_code: OptionalDialCode, reason: Lines.max(500, 'max_length').optional() }))
    .output(z.object({ url: z.url(), expires_at: Instant })),
  profile: signedIn
    .route({ method: 'GET', path: '/users/profile/', summary: 'The signed-in person', tags: ['account'] })
    .input(z.object({ currency: CurrencyId }).prefault({}))
    .output(Profile),
  driver: signedIn
    .route({
      method: 'GET',
      path: '/users/driver/',
      summary: 'The driver’s form as the profile and the last booking fill it (ours)',
      tags: ['account'],
    })
    .output(KnownDriver),
  updateProfile: signedIn
    .route({
      method: 'PATCH',
      path: '/users/profile/',
      summary: 'Change personal info',
      tags: ['account'],
      inputStructure: 'detailed',
    })
    .input(z.object({ query: z.object({ currency: CurrencyId }).prefault({}), body: ProfileUpdate }))
    .output(Profile),
  uploadAvatar: signedIn
    .meta(limited(signedIn, { bucket: 'avatar', most: 20, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/upload/images/avatar/',
      summary:
        'Set one’s picture: multipart, at most 10 MB, made square; PATCH /users/profile/ with null removes it (ours)',
      tags: ['account'],
      successStatus: 201,
    })
    .input(PictureUpload)
    .output(Profile.pick({ avatar: true, avatar_id: true })),
  readAvatar: about(ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR'), 'avatar')
    .route({
      method: 'GET',
      path: '/users/avatars/{id}/',
      summary: 'A person’s picture, for that person and whoever talks with them in a chat or a ticket (ours)',
      tags: ['account'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.file()),
  changeContact: signedIn
    .meta({ signIn: 'needed', role: 'CLIENT', recheck: 'OPERATORS' })
    .errors({ RECHECK_NEEDED })
    .route({
      method: 'POST',
      path: '/users/profile/contact/',
      summary: 'Send a code to a new phone or e-mail',
      tags: ['account'],
    })
    .input(z.object({ phone: Phone.optional(), country_code: OptionalDialCode, email: Email }))
    .output(z.object({ resend_after: z.int(), channels: Channels })),
  usernameExists: anybody
    .route({
      method: 'GET',
      path: '/users/username_exists/{username}/',
      summary: 'Whether a username is taken',
      tags: ['account'],
    })
    .input(z.object({ username: Text.max(100) }))
    .output(z.object({ exists: z.boolean() })),
  phonebookRegister: anybody
    .meta(limited(anybody, { bucket: 'phonebook', most: 20, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/users/phonebook_register/',
      summary: 'Note who is about to write on WhatsApp',
      tags: ['account'],
    })
    .input(z.object({ origin: Text.max(100), phone: Phone, country_code: OptionalDialCode }))
    .output(z.object({ registered: z.boolean() })),
  walletHistory: signedIn
    .route({
      method: 'GET',
      path: '/users/profile/wallet/history/',
      summary: 'Movements of the wallet',
      tags: ['account'],
    })
    .input(PageQuery.extend({ currency: CurrencyId }).prefault({}))
    .output(
      listOf(
        z.object({
          id: z.int(),
          at: Instant,
          kind: z.string(),
          amount: Money,
          balance: Money,
          currency: CurrencyCode,
          reservation_number: z.string().nullable(),
        }),
      ),
    ),
  walletPayouts: signedIn
    .route({
      method: 'GET',
      path: '/users/profile/wallet/payouts/',
      summary: 'What of the wallet may be paid out, and what was (ours)',
      tags: ['account'],
    })
    .output(
      z.object({
        /** The part that came from a bank, also by a refund; without gifts and goodwill. */
        payable: z.array(z.object({ currency: CurrencyCode, amount: Money })),
        payouts: z.array(
          z.object({
            id: z.int(),
            amount: Money,
            currency: CurrencyCode,
            holder: z.string(),
            iban: z.string(),
            status: PayoutStatus,
            requested_at: Instant,
            ended_at: Instant.nullable(),
          }),
        ),
      }),
    ),
  payOutWallet: recheckedPeople
    .meta(limited(recheckedPeople, { bucket: 'wallet payout', most: 20, seconds: DAY_SECONDS }))
    .route({
      method: 'POST',
      path: '/users/profile/wallet/payouts/',
      summary: 'Pay the wallet out to one’s account; without a second factor first without a code, then with it (ours)',
      tags: ['account'],
    })
    .input(
      z.object({
        currency: CurrencyCode,
        amount: z.int('number').min(1, 'min').max(Number.MAX_SAFE_INTEGER, 'max'),
        ...BankAccount.shape,
        token: Code.optional(),
      }),
    )
    /** `id` is null until the code is entered. */
    .output(z.object({ id: z.int().nullable(), resend_after: z.int().nullable(), channels: Channels })),
  favourites: signedIn
    .route({ method: 'GET', path: '/users/favourites/', summary: 'Vehicles kept in mind (ours)', tags: ['account'] })
    .output(Favourites),
  changeFavourites: signedIn
    .route({
      method: 'POST',
      path: '/users/favourites/',
      summary: 'Add and remove vehicles kept in mind; the newest 50 stay (ours)',
      tags: ['account'],
    })
    .input(
      z.object({
        add: z.array(RowId).max(FAVOURITES_MAX, 'max_length').default([]),
        remove: z.array(RowId).max(FAVOURITES_MAX, 'max_length').default([]),
      }),
    )
    .output(Favourites),
  recentSearches: signedIn
    .route({
      method: 'GET',
      path: '/users/recent-searches/',
      summary: 'What one searched for (ours)',
      tags: ['account'],
    })
    .output(RecentSearches),
  rememberSearch: signedIn
    .route({
      method: 'POST',
      path: '/users/recent-searches/',
      summary: 'Remember a search; the latest 8 stay (ours)',
      tags: ['account'],
    })
    .input(SearchedTime.extend({ kind: SearchedKind, city: RowId }))
    .output(RecentSearches),
  forgetSearches: signedIn
    .route({
      method: 'DELETE',
      path: '/users/recent-searches/',
      summary: 'Forget all searches (ours)',
      tags: ['account'],
    })
    .output(RecentSearches),
  sessions: signedIn
    .route({ method: 'GET', path: '/users/sessions/', summary: 'Where one is signed in', tags: ['account'] })
    .output(
      listOf(
        z.object({ id: PublicId, device: z.string(), created_at: Instant, used_at: Instant, current: z.boolean() }),
      ),
    ),
  endSession: about(ownedBy('CUSTOMER'), 'session')
    .route({ method: 'POST', path: '/users/sessions/{id}/end/', summary: 'Sign another device out', tags: ['account'] })
    .input(z.object({ id: PublicId }))
    .output(z.object({ ended: z.boolean() })),
  exportData: signedIn
    .route({
      method: 'GET',
      path: '/users/profile/export/',
      summary: 'Everything that is kept about one',
      tags: ['account'],
    })
    .output(z.record(z.string(), z.unknown())),
  deleteAccount: signedIn
    .route({
      method: 'POST',
      path: '/users/profile/delete/',
      summary: 'Erase the account; first without a code, then with it',
      tags: ['account'],
    })
    .errors({ LAST_OWNER, OPEN_RESERVATIONS, WALLET_NOT_EMPTY })
    .input(z.object({ token: Code.optional(), forfeit_wallet: Flag }).prefault({}))
    .output(z.object({ deleted: z.boolean(), resend_after: z.int().nullable(), channels: Channels })),
}
