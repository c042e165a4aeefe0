import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().trim().min(1)

/** The environment's settings for push messages. */
export const PUSH_ENVIRONMENT = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a P-256 public key in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 private key in base64url')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:.+@.+|https:.+)/, 'must be a mailto: or https: address')
    .optional(),
  PUSH_DEV_HOST: text.optional(),
  FIREBASE_API_KEY: text.optional(),
  FIREBASE_PROJECT_ID: text.optional(),
  FIREBASE_APP_ID: text.optional(),
  FIREBASE_SENDER_ID: text.optional(),
  FIREBASE_VAPID_KEY: text.optional(),
  FIREBASE_SERVICE_ACCOUNT: text.optional(),
  FCM_BASE_URL: z.url().default('https://fcm.googleapis.com'),
}

type Environment = z.infer<z.ZodObject<typeof PUSH_ENVIRONMENT>>

const ServiceAccount = z.object({
  client_email: text,
  private_key: text,
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

const FIREBASE_NEEDS = [
  'FIREBASE_API_KEY',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_APP_ID',
  'FIREBASE_SENDER_ID',
  'FIREBASE_SERVICE_ACCOUNT',
] as const

/**
 * Push as configured. Firebase with missing settings is off; `warning` describes them for the log (§8), `lacking` lists
 * their names.
 */
export function pushSettingsOf(env: Environment, mail: string) {
  const own =
    env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
      ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
      : undefined
  return {
    /** Configured keys; without them, keys are made at the first start and stored in the database. */
    vapid: own,
    subject: env.VAPID_SUBJECT ?? `mailto:${mail}`,
    devHost: env.PUSH_DEV_HOST,
    lacking: lackingIn(env),
    ...firebaseOf(env),
  }
}

function lackingIn(env: Environment): string[] {
  return FIREBASE_NEEDS.filter((name) => !env[name])
}

function firebaseOf(env: Environment) {
  const lacking = lackingIn(env)
  if (lacking.length === FIREBASE_NEEDS.length && !env.FIREBASE_VAPID_KEY)
    return { firebase: undefined, warning: undefined }
  const off = (reason: string) => ({ firebase: undefined, warning: `Firebase is off: ${reason}` })
  const { FIREBASE_API_KEY, FIREBASE_PROJECT_ID, FIREBASE_APP_ID, FIREBASE_SENDER_ID, FIREBASE_SERVICE_ACCOUNT } = env
  if (
    !FIREBASE_API_KEY ||
    !FIREBASE_PROJECT_ID ||
    !FIREBASE_APP_ID ||
    !FIREBASE_SENDER_ID ||
    !FIREBASE_SERVICE_ACCOUNT
  ) {
    return off(`${lacking.join(', ')} ${lacking.length === 1 ? 'is' : 'are'} not set`)
  }
  const account = readServiceAccount(FIREBASE_SERVICE_ACCOUNT)
  if (!account) return off('FIREBASE_SERVICE_ACCOUNT is neither the JSON of a service account nor the path of its file')
  return {
    firebase: {
      app: {
        apiKey: FIREBASE_API_KEY,
        projectId: FIREBASE_PROJECT_ID,
        appId: FIREBASE_APP_ID,
        messagingSenderId: FIREBASE_SENDER_ID,
        vapidKey: env.FIREBASE_VAPID_KEY ?? null,
      },
      account: {
        projectId: FIREBASE_PROJECT_ID,
        clientEmail: account.client_email,
        privateKey: account.private_key,
        tokenUrl: account.token_uri,
        baseUrl: env.FCM_BASE_URL.replace(/\/$/, ''),
      },
    },
    warning: undefined,
  }
}

function readServiceAccount(given: string) {
  const json = given.startsWith('{') ? given : existsSync(given) ? readFileSync(given, 'utf8') : ''
  try {
    return ServiceAccount.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** One line for the log at start. */
export function describePush({ vapid, firebase }: ReturnType<typeof pushSettingsOf>): {
  provider: string
  kind: string
} {
  const web = vapid ? 'Web Push with keys of your own' : 'Web Push with keys that the database keeps'
  return { provider: 'push', kind: `real: ${firebase ? `Firebase (${firebase.app.projectId}), else ` : ''}${web}` }
}
