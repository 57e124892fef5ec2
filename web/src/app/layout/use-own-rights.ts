import { identity } from '@dentin/contract/identity'
import { reloadPermissions } from '../../features/identity/index.ts'
import { useHear } from '../../lib/live.ts'
import { useInvalidate } from '../../lib/query.ts'

/**
 * Hears that the person's posts, or what a post may do, have changed: menu and buttons follow at once. Who was let go is
 * refused by the next answer and comes to the sign-in page.
 */
export function useOwnRights(employeeId: string | null): void {
  const invalidate = useInvalidate()
  useHear('session', (refId) => {
    if (refId !== null && refId !== employeeId) return
    void invalidate([identity.userInfo])
    void reloadPermissions()
  })
}
