import { messaging, type MessageCategory } from '@dentin/contract/messaging'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/index.ts'

const reads = [messaging.messageStatus, messaging.messages]
/** Messages of an account without a clinic, and of the provider to all, come without a live hint. */
const WITHOUT_CLINIC_MS = 60_000
const WITH_CLINIC_MS = 5 * 60_000

/** How much is unread, live. @param employeeId as whom the person works here; null: in no clinic */
export function useMessageStatus(employeeId: string | null) {
  useLive(['message'], reads, (refId) => refId === null || refId === employeeId)
  return useCall(
    messaging.messageStatus,
    {},
    { staleTime: 30_000, refetchInterval: session.get()?.clinicId ? WITH_CLINIC_MS : WITHOUT_CLINIC_MS },
  )
}

export function useMessages(ask: {
  category: MessageCategory | null
  unreadOnly?: boolean
  pageNum?: number
  pageSize?: number
}) {
  return useCall(messaging.messages, { unreadOnly: false, pageNum: 1, pageSize: 10, ...ask })
}

export const useMarkRead = () => useSend(messaging.markRead, { refresh: reads })
/** Reads everything of a category up to its newest message, and says so. */
export function useReadAll(category: MessageCategory | null, newest: { createdAt: string } | undefined) {
  const mark = useSend(messaging.markAllRead, { refresh: reads })
  const readAll = () => {
    if (!newest) return
    mark.mutate(
      { category, until: newest.createdAt },
      { onError: (error) => toast.error(error.message), onSuccess: () => toast.success('已全部标为已读') },
    )
  }
  return { readAll, pending: mark.isPending }
}
export const useMuteCategories = () => useSend(messaging.muteCategories, { refresh: [messaging.messageStatus] })

/** Help, customer service and the former version, as far as they are set. They change with a restart of the server only. */
export function useWebSettings() {
  return useCall(messaging.webSettings, {}, { staleTime: Infinity })
}

/** The chat's address; when the chat knows its visitors, with the number of this one. */
export function useSupportUrl(): string | null {
  const settings = useWebSettings().data
  const identified = settings?.supportIdentified ?? false
  const mine = useCall(messaging.contactForMember, {}, { staleTime: Infinity, enabled: identified })
  return identified ? (mine.data?.chatUrl ?? null) : (settings?.supportUrl ?? null)
}
