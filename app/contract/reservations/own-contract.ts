import { z } from 'zod'
import { maybeSignedIn, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { ContractState, Licence, PhoneSigning } from '#app/contract/company/contracts.ts'
import { Channels } from '#app/contract/shapes/one-time-code.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'

const { CHANGED_MEANWHILE, STATUS_CONFLICT } = ERRORS

export const OwnContract = ContractState.extend({
  /** The last digits of the phone to which the code goes; null if it goes to the booking's e-mail address. */
  phone_ending: z.string().nullable(),
})

const id = z.object({ id: PublicId })
const { contract, sha256 } = PhoneSigning.shape
export const LicenceFields = z.object({ licence: Licence })

/** By the id that only the customer has. Staff and operators find nothing to sign here: only the handlers can say so. */
export const ownContract = {
  contract: maybeSignedIn
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/contract/',
      summary: 'The contract of a reservation with its addenda, for its customer (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(OwnContract),
  prepareContract: maybeSignedIn
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/contract/',
      summary: 'Make the contract with the number of the driving licence, or an addendum of what has changed (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ licence: Licence.optional() }))
    .output(OwnContract),
  contractCode: maybeSignedIn
    .meta(notifying(maybeSignedIn, 100))
    .errors({ STATUS_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/contract/code/',
      summary: 'Send the code for signing to the phone of the booking (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ contract, sha256 }))
    .output(z.object({ resend_after: z.int(), channels: Channels })),
  signContract: maybeSignedIn
    .meta(notifying(maybeSignedIn, 100))
    .errors({ STATUS_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/contract/sign/',
      summary: 'Sign with the typed name and the code from the phone of the booking; twice is once (ours)',
      tags: ['reservations'],
    })
    .input(id.extend(PhoneSigning.shape))
    .output(OwnContract),
}
