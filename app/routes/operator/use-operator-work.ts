import { useRouteLoaderData } from 'react-router'
import { doesWork, type OperatorRole, type OperatorWork } from '#app/rules/access/operator-role.ts'

/** Whether the operator who looks at a page of the desk does work of one of these parts. */
export function useOperatorWork(): (...parts: OperatorWork[]) => boolean {
  const desk = useRouteLoaderData<{ role: OperatorRole }>('routes/operator/layout')
  return (...parts) => desk !== undefined && doesWork(desk.role, parts)
}
