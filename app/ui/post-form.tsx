import { type ComponentType, createContext, useContext } from 'react'
import { Form, type FormProps } from 'react-router'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'

/** The token of the sign-in for the page's forms (`web/form-token.ts`); none where nobody is signed in. */
export const FormToken = createContext<string | undefined>(undefined)

/**
 * A form that changes something here: with it goes the token by which a text browser shows that the form is from our own
 * page. First in the form, for the server reads no further. A form that leads to a bank must not be one.
 * @param props.as a fetcher's form, or `'form'` for one that the browser sends by itself; the router's where none is named
 */
export function PostForm({
  as: Element = Form,
  children,
  ...props
}: Omit<FormProps, 'method'> & { as?: ComponentType<FormProps> | 'form' }) {
  const token = useContext(FormToken)
  return (
    <Element {...props} method="post">
      {token && <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />}
      {children}
    </Element>
  )
}
