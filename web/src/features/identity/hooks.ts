import { identity } from '@dentin/contract/identity'
import { useCall, useSend } from '../../lib/query.ts'

/** Name, posts and clinic of the signed-in person. */
export function useUserInfo() {
  return useCall(identity.userInfo, {}, { staleTime: 5 * 60_000, offline: true })
}

/** The clinics the person may switch to. */
export function useClinics() {
  return useCall(identity.clinicList, {}, { staleTime: 5 * 60_000, offline: true })
}

export function useUpdateInfo() {
  return useSend(identity.updateInfo, { refresh: [identity.userInfo] })
}

export function useChangePassword() {
  return useSend(identity.changePassword)
}
