import { identity } from '@dentin/contract/identity'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { menuTypeOf, type MenuType } from '@dentin/contract/core/menu-type'
import { switchClinic } from '../../features/identity/index.ts'
import { send } from '../../lib/client.ts'
import { useCall } from '../../lib/query.ts'
import { toast } from '../../ui/index.ts'

/** A session without a clinic has no live stream: it asks this often whether a clinic has taken the person in. */
const LOOK_AGAIN_MS = 5_000

/**
 * The menu type of the signed-in person. Somebody whom a clinic takes in while they wait is led into it: the menu is
 * there without signing in again.
 */
export function useMenuType(clinicId: string | null): MenuType {
  const navigate = useNavigate()
  const status = useCall(identity.authStatus, {}, { enabled: !clinicId, refetchInterval: LOOK_AGAIN_MS }).data
  const menuType = clinicId || !status ? 1 : menuTypeOf(status)
  const takenIn = !clinicId && status?.isRelateClinic === true
  const entering = useRef(false)
  useEffect(() => {
    if (!takenIn || entering.current) return
    entering.current = true
    const enter = async () => {
      const clinics = await send(identity.clinicList, {})
      const [only] = clinics
      if (clinics.length > 1) return void navigate('/relateClinic')
      if (!only) return
      await switchClinic(only.clinicId)
      toast.success(`已进入${only.clinicName}`)
      void navigate('/', { replace: true })
    }
    enter()
      .catch((error: unknown) => toast.error(error instanceof Error ? error.message : 'Error'))
      .finally(() => (entering.current = false))
  }, [takenIn, navigate])
  return menuType
}
