import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/dial-codes'

/** Every country's dial code, for a field that suggests them (`features/phone/phone-field.tsx`). */
export function loader({ context }: Route.LoaderArgs) {
  const headers = { 'cache-control': `public, max-age=${DAY_SECONDS}` }
  return Response.json(dialCodesIn(context.get(siteContext).language), { headers })
}
