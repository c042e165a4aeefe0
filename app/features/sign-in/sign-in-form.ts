import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import type { DialCodes } from '#app/features/phone/phone-field.tsx'
import type { DemonstrationIdentity } from '#app/rules/identity/demonstration-people.ts'

/** The state of the sign-in form, on its page and in the dialog. */
export type SignInState = {
  /** Where to find a demonstration's codes, and its people; null when codes are really sent. */
  demonstration: { file: string; people: { identity: DemonstrationIdentity; phone: string }[] } | null
} & (
  | {
      step: 'phone'
      dialCodes: DialCodes
      initial: { country_code: string; phone?: string; email?: string }
    }
  | { step: 'code'; sent: SentCode }
)

/** The challenge in the API's error `TURN_NEEDED`: a script solves it, or the form is sent again after a minute. */
export interface Turn {
  challenge: string
  bits: number
}

/** The facts about a sent code that its recipient may know. */
export interface SentCode {
  /** The whole number, grouped for reading. */
  phone: string
  email: string | null
  byEmail: boolean
  /** Whether it can still be used. */
  isAlive: boolean
  /** Seconds until another may be requested. */
  resendIn: number
  /** The same as a time of day with its zone. */
  resendAt: string
}

/** How a step's forms are sent: by the page itself, or by a dialog that stays open. */
export interface SignInTransport {
  Form: ComponentType<FormProps>
  action: string
  /** Hidden fields of every form. */
  hidden: Record<string, string>
  /** Whether the dialog's form is being sent; the page's own forms know that themselves. */
  busy?: boolean
  /** Goes back to the phone's step in the dialog; on the page this is a link. */
  onChange?: () => void
}
