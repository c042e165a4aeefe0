import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import type { DialCodes } from '#app/features/phone/phone-field.tsx'
import type { DemonstrationIdentity } from '#app/rules/identity/demonstration-people.ts'

/** What the sign-in form shows, on its page as in the dialog. */
export type SignInState = {
  /** Where to find a demonstration's codes, and who can be signed in as; null where codes are really sent. */
  demonstration: { file: string; people: { identity: DemonstrationIdentity; phone: string }[] } | null
} & (
  | {
      step: 'phone'
      dialCodes: DialCodes
      initial: { country_code: string; phone?: string; email?: string }
    }
  | { step: 'code'; sent: SentCode }
)

/** A challenge of the API's `TURN_NEEDED`: solved by a script, or sent again after a minute. */
export interface Turn {
  challenge: string
  bits: number
}

/** A code that was sent, as far as its receiver may know. */
export interface SentCode {
  /** Whole, grouped. */
  phone: string
  email: string | null
  byEmail: boolean
  /** Whether it can still be used. */
  isAlive: boolean
  /** Seconds until another may be requested. */
  resendIn: number
  /** The same as a time of day, in the zone that the text names. */
  resendAt: string
}

/** How a step's forms are sent: by the page itself, or by a dialog that stays open. */
export interface SignInTransport {
  Form: ComponentType<FormProps>
  action: string
  /** Goes with every form. */
  hidden: Record<string, string>
  /** Whether the dialog's form is on its way; the page's own forms know by themselves. */
  busy?: boolean
  /** Back to the phone in the dialog; on the page it is a link. */
  onChange?: () => void
}
