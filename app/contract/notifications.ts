import { z } from 'zod'
import { DELIVERY_STATUSES } from '#app/rules/messages/delivery-status.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { anybody, limited, maybeSignedIn, publicRead, signedIn } from './call/base.ts'
import { NewsTopics } from './newsletter.ts'
import { Flag, Instant, listOf } from './shapes/shapes.ts'
import { empty, Text } from './shapes/text.ts'

const TOKEN_LETTERS = 4096
/** A public key (65 bytes, uncompressed) and a secret (16 bytes) in base64url, as browsers return them. */
const P256DH = /^B[A-Za-z0-9_-]{86}=?$/
const AUTH = /^[A-Za-z0-9_-]{22}(==)?$/

/** A Web Push subscription, as `JSON.stringify(subscription)` writes it. */
const PushSubscription = z.object({
  endpoint: Text.max(1000),
  keys: z.object({ p256dh: z.string().regex(P256DH), auth: z.string().regex(AUTH) }),
})

/** A registration of Firebase, or a Web Push subscription as an object or as the JSON of one (§3, push token). */
const Registration = z.preprocess(
  (given) =>
    typeof given === 'string' && given.startsWith('{') && given.length <= TOKEN_LETTERS ? parsed(given) : given,
  z.union([PushSubscription, z.string().regex(/^[A-Za-z0-9_:.%~-]{16,4096}$/)], 'registration'),
)
const OptionalRegistration = z.preprocess(empty, Registration.optional())

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** §3: `token` or `registration_id`, the kind of device and its id. */
const PushToken = z
  .object({
    registration_id: OptionalRegistration,
    token: OptionalRegistration,
    device_type: z.preprocess(empty, z.enum(['WEB', 'ANDROID', 'IOS'], 'choice').default('WEB')),
    /** `WEB-{hash}-{timestamp}` from our pages; apps have other forms. */
    device_id: Text.min(1, 'required')
      .max(100, 'max_length')
      .regex(/^[\w.:-]+$/, 'characters'),
  })
  .refine((given) => given.registration_id !== undefined || given.token !== undefined, {
    path: ['registration_id'],
    message: 'required',
  })

const Topic = z.object({ topic: Text.regex(/^[A-Za-z0-9_.~%-]{1,64}$/, 'topic') })

/** What a person follows of the site's news; by push in their browsers, and by e-mail if they want. */
export const FollowedTopics = z.object({ topics: NewsTopics, email: Flag })

export const notifications = {
  list: signedIn
    .route({
      method: 'GET',
      path: '/notifications/',
      summary: 'The latest fifty notifications of the signed-in person (ours)',
      tags: ['notifications'],
    })
    .output(
      listOf(
        z.object({
          id: z.string(),
          kind: z.string(),
          title: z.string(),
          body: z.string(),
          path: z.string().nullable(),
          at: Instant,
          sent: z.array(
            z.object({
              channel: z.enum(['push', 'sms', 'email']),
              status: z.enum(DELIVERY_STATUSES),
            }),
          ),
        }),
      ),
    ),
  setup: publicRead
    .route({
      method: 'GET',
      path: '/notifications/setup/',
      summary: 'What a browser needs to take push messages: public keys alone (ours)',
      tags: ['notifications'],
    })
    .output(
      z.object({
        vapid_public_key: z.string(),
        firebase: z
          .object({
            apiKey: z.string(),
            projectId: z.string(),
            appId: z.string(),
            messagingSenderId: z.string(),
            vapidKey: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  diagnose: maybeSignedIn
    .route({
      method: 'GET',
      path: '/notifications/diagnosis/',
      summary: 'What push is configured, by name alone, and what the caller’s devices last answered (ours)',
      tags: ['notifications'],
    })
    .output(
      z.object({
        /** The beginning of our public key at push services. */
        vapid_key: z.string(),
        firebase: z.object({ project: z.string().nullable(), lacking: z.array(z.string()) }),
        /** The devices of the signed-in person, the one seen last first. */
        devices: z.array(
          z.object({
            kind: z.enum(['web', 'token', 'fid']),
            device_type: z.enum(['WEB', 'ANDROID', 'IOS']),
            last_seen_at: Instant,
            last_error: z.string().nullable(),
          }),
        ),
      }),
    ),
  test: signedIn
    .meta(limited(signedIn, { bucket: 'push test', most: 6, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/notifications/test/',
      summary: 'Send the caller’s own browsers a notification, to try whether it arrives (ours)',
      tags: ['notifications'],
    })
    .output(z.object({ devices: z.int() })),
  storeToken: signedIn
    .meta(limited(signedIn, { bucket: 'push token', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/notifications/store-fcm-token/',
      summary: 'Take push messages on this device',
      tags: ['notifications'],
    })
    .input(PushToken)
    .output(z.object({ registered: z.boolean() })),
  deactivateToken: signedIn
    .route({
      method: 'POST',
      path: '/notifications/deactive-fcm-token/',
      summary: 'Take no more push messages on this device',
      tags: ['notifications'],
    })
    .input(z.object({ registration_id: Registration }))
    .output(z.object({ registered: z.boolean() })),
  topics: signedIn
    .route({
      method: 'GET',
      path: '/notifications/topics/',
      summary: 'What news there are, which of them the person follows, and whether by e-mail, too (ours)',
      tags: ['notifications'],
    })
    .output(FollowedTopics.extend({ has_email: z.boolean() })),
  chooseTopics: signedIn
    .route({
      method: 'PUT',
      path: '/notifications/topics/',
      summary: 'Follow these news and no others (ours)',
      tags: ['notifications'],
    })
    .input(FollowedTopics)
    .output(FollowedTopics),
  unsubscribeNews: anybody
    .route({
      method: 'POST',
      path: '/notifications/unsubscribe/',
      summary: 'End all news to whoever the token of an e-mail names (ours)',
      tags: ['notifications'],
    })
    .input(z.object({ token: Text.max(200) }))
    .output(z.object({ subscribed: z.boolean() })),
  subscribeTopic: signedIn
    .route({
      method: 'POST',
      path: '/notifications/subscribe-topic/',
      summary: 'Follow a topic',
      tags: ['notifications'],
    })
    .input(Topic)
    .output(z.object({ subscribed: z.boolean() })),
  unsubscribeTopic: signedIn
    .route({
      method: 'POST',
      path: '/notifications/unsubscribe-topic/',
      summary: 'Follow a topic no more',
      tags: ['notifications'],
    })
    .input(Topic)
    .output(z.object({ subscribed: z.boolean() })),
}
