import { type ComponentType, createContext, useContext } from 'react'
import { Form, type FormProps } from 'react-router'
import { FORM_KEY_FIELD, FORM_TOKEN_FIELD } from '#app/rules/constants.ts'

/** The session's token for the page's forms (`web/edge/request/form-token.ts`); undefined when nobody is signed in. */
export const FormToken = createContext<string | undefined>(undefined)

/** The idempotency key of forms that the browser submits natively (`web/edge/request/form-key.ts`); set only on the server. */
export const FormKey = createContext<string | undefined>(undefined)

/**
 * A form that changes something on this site. It contains the token by which a text browser proves that the form is from our own
 * page. The token is the first field, because the server reads no further. Not for a form that posts to a bank.
 * @param props.as a fetcher's form, or `'form'` for one that the browser submits natively (default: the router's)
 * @param props.isRepeatable whether its action is idempotent by itself, so that it needs no key
 */
export function PostForm({
  as: Element = Form,
  isRepeatable = false,
  children,
  ...props
}: Omit<FormProps, 'method'> & { as?: ComponentType<FormProps> | 'form'; isRepeatable?: boolean }) {
  const token = useContext(FormToken)
  const key = useContext(FormKey)
  return (
    <Element {...props} method="post">
      {token && <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />}
      {/* The server's value stays in the browser: forms that the router submits have keys of their own. */}
      {isRepeatable || <input type="hidden" name={FORM_KEY_FIELD} value={key} suppressHydrationWarning />}
      {children}
    </Element>
  )
}
