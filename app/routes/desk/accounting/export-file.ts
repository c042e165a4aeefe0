import { apiOf } from '#app/web/api.server.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import type { Route } from './+types/export-file'

/** All data of the company as a zip file. */
export async function loader({ context }: Route.LoaderArgs) {
  return fileAnswer(await apiOf(context).company.settings.exportData({}))
}
