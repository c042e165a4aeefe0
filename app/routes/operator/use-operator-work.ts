import { useRouteLoaderData } from 'react-router'
import { doesWork, type OperatorRole, type OperatorWork } from '#app/rules/access/operator-role.ts'

/** Whether the operator who looks at a page does one of these kinds of work. */
export function useOperatorWork(): (...parts: OperatorWork[]) => boolean {
  const desk = useRouteLoaderData<{ role: OperatorRole }>('routes/operator/layout')
  return (...parts) => desk !== undefined && doesWork(desk.role, parts)
}
