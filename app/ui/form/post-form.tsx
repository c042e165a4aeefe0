import { type ComponentType, createContext, useContext } from 'react'
import { Form, type FormProps } from 'react-router'
import { FORM_KEY_FIELD, FORM_TOKEN_FIELD } from '#app/rules/constants.ts'

/** The token of the sign-in for the page's forms (`web/edge/request/form-token.ts`); none where nobody is signed in. */
export const FormToken = createContext<string | undefined>(undefined)

/** What the page's forms are done once by where the browser sends them by itself (`web/edge/request/form-key.ts`); the server alone knows it. */
export const FormKey = createContext<string | undefined>(undefined)

/**
 * A form that changes something here: with it goes the token by which a text browser shows that the form is from our own
 * page. First in the form, for the server reads no further. A form that leads to a bank must not be one.
 * @param props.as a fetcher's form, or `'form'` for one that the browser sends by itself; the router's where none is named
 * @param props.isRepeatable whether sending it twice is the same as sending it once by what it does: it needs no key
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
      {/* In the browser it stays as it came: the router's forms bring keys of their own. */}
      {isRepeatable || <input type="hidden" name={FORM_KEY_FIELD} value={key} suppressHydrationWarning />}
      {children}
    </Element>
  )
}
