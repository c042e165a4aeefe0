import type { ApiClient } from '#app/api/app.ts'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { CompanyRole } from '#app/rules/access/company-role.ts'
import type { OperatorRole } from '#app/rules/access/operator-role.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import type { TestApi } from './api.ts'
import { BY_HAND, TOMAN } from './fleet.ts'

type Role = 'CLIENT' | 'AGENT' | 'ADMIN'
export type Identity = { id: string; phone: string; readonly access: string; readonly calls: ApiClient }

/** Somebody who is signed in, without going through the sign-in. */
export async function signedIn(
  api: TestApi,
  {
    phone,
    role = 'CLIENT',
    company = null,
    staffRole = 'OWNER',
    operatorRole = 'ALL',
  }: {
    phone: string
    role?: Role
    company?: number | null
    staffRole?: CompanyRole
    operatorRole?: OperatorRole
  },
): Promise<Identity> {
  const id = publicId()
  await api.deps.db
    .insertInto('account')
    .values({
      id,
      phone,
      role,
      company_id: company,
      staff_role: staffRole,
      operator_role: operatorRole,
      fullname: 'سارا محمدی',
      notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
      activated_at: api.deps.now(),
      phone_proven_at: api.deps.now(),
    })
    .execute()
  const session = publicId()
  const at = api.deps.now()
  await api.deps.db
    .insertInto('session')
    .values({ id: session, account_id: id, device: 'test', network_address: '192.0.2.1', created_at: at, used_at: at })
    .execute()
  // Each use issues a new token, so that it is valid wherever the test's clock stands.
  const access = () => issueAccessToken(api.deps.settings.secret, session, api.deps.now())
  return {
    id,
    phone,
    get access() {
      return access()
    },
    get calls() {
      return api.as({ accessToken: access() })
    },
  }
}

/**
 * The five identities that every call is tried with: not signed in, the owner of +989121234567, another customer, staff of the
 * fleet's first company, an operator; and besides, staff of the second company, who have no rights in the first.
 */
export async function fiveIdentities(api: TestApi) {
  return {
    visitor: api.as(),
    owner: await signedIn(api, { phone: '+989121234567' }),
    other: await signedIn(api, { phone: '+989127654321' }),
    agency: await signedIn(api, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company }),
    elsewhere: await signedIn(api, { phone: '+989120000200', role: 'AGENT', company: BY_HAND.company }),
    admin: await signedIn(api, { phone: '+989120000300', role: 'ADMIN' }),
  }
}
