import type { RouterContextProvider } from 'react-router'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { currencyOf } from './currency.ts'

type Context = Readonly<RouterContextProvider>

/** The signed-in person with their wallet in the page's currency, or in another; profile calls carry its id (§7). */
export function ownProfile(context: Context, currency: CurrencyCode = currencyOf(context)) {
  return apiOf(context).account.profile({ currency: CURRENCY_IDS[currency] })
}

/** Changes the signed-in person's profile: `changeProfile(context, { fullname })`. */
export function changeProfile(context: Context, body: ProfileChange) {
  return apiOf(context).account.updateProfile({ query: { currency: CURRENCY_IDS[currencyOf(context)] }, body })
}

type ProfileChange = Parameters<ReturnType<typeof apiOf>['account']['updateProfile']>[0]['body']
