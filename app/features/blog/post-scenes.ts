import { CITY_SCENES } from '#app/features/vehicle/scenes.ts'
import autobahn from '../../../art/post-autobahn.svg?url&no-inline'
import check from '../../../art/post-check.svg?url&no-inline'
import deposit from '../../../art/post-deposit.svg?url&no-inline'
import desert from '../../../art/post-desert.svg?url&no-inline'
import helmet from '../../../art/post-helmet.svg?url&no-inline'
import month from '../../../art/post-month.svg?url&no-inline'
import mountains from '../../../art/post-mountains.svg?url&no-inline'

/** Drawings for posts that are about no city: `post-mountains`. */
const POST_SCENES: Record<string, string> = { autobahn, check, deposit, desert, helmet, month, mountains }

/** The drawing of a post by the name that its file gives it: `city-kish`, `post-mountains`. */
export function sceneOf(picture: string | null): string | undefined {
  const [, kind, name = ''] = /^(city|post)-(.+)$/.exec(picture ?? '') ?? []
  return kind === 'city' ? CITY_SCENES[name] : POST_SCENES[name]
}
