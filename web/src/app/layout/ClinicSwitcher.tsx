import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { switchClinic } from '../../features/identity/account-actions.ts'
import { useClinics, useUserInfo } from '../../features/identity/hooks.ts'
import { drafts } from '../../lib/drafts.ts'
import { session } from '../../lib/session.ts'
import { Icon, toast } from '../../ui/index.ts'
import { Menu } from '../../ui/heavy.ts'
import s from './layout.module.css'

const UnsavedQuestion = lazy(() => import('./UnsavedQuestion.tsx'))

/**
 * Going to another clinic: what is unsaved is asked about first (保存 / 放弃 / 取消), then the server gives a new session.
 * When it refuses, everything stays in the former clinic.
 */
export function useSwitchClinic() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const go = async (clinicId: string) => {
    setBusy(true)
    try {
      await switchClinic(clinicId)
      void navigate('/', { replace: true })
    } catch (error) {
      toast.error(`${error instanceof Error ? error.message : 'Error'}，仍在原门诊`)
    } finally {
      setBusy(false)
      setAsking(null)
    }
  }
  const begin = (clinicId: string) => {
    if (busy || clinicId === session.get()?.clinicId) return
    if (drafts.all().length > 0) setAsking(clinicId)
    else void go(clinicId)
  }
  const saveAll = async (clinicId: string) => {
    setBusy(true)
    try {
      for (const draft of drafts.all()) await draft.save()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Error')
      setBusy(false)
      return
    }
    await go(clinicId)
  }
  const question = asking !== null && (
    <Suspense>
      <UnsavedQuestion
        busy={busy}
        onCancel={() => setAsking(null)}
        onDiscard={() => {
          for (const draft of drafts.all()) draft.discard()
          void go(asking)
        }}
        onSave={() => void saveAll(asking)}
      />
    </Suspense>
  )
  return { begin, busy, question }
}

/** The present clinic, and the way to the others when there are any. */
export function ClinicSwitcher() {
  const clinics = useClinics()
  const info = useUserInfo()
  const { begin, busy, question } = useSwitchClinic()
  const here = session.get()?.clinicId
  const name = info.data?.clinicName ?? clinics.data?.find((each) => each.clinicId === here)?.clinicName ?? ''
  const others = clinics.data && clinics.data.length > 1
  if (!others)
    return (
      <div className={s.clinic} title={name}>
        <span className={s.clinicName}>{name}</span>
      </div>
    )
  return (
    <>
      <Menu
        items={clinics.data.map((each) => ({
          key: each.clinicId,
          label: each.clinicName,
          icon: each.clinicId === here ? 'check' : 'building',
          extra: each.isCompany ? '总店' : undefined,
          onSelect: () => begin(each.clinicId),
        }))}
      >
        <button type="button" className={s.clinic} aria-label={`当前门诊 ${name}，切换门诊`} aria-busy={busy}>
          <span className={s.clinicName}>{name}</span>
          <Icon name="selector" size={16} />
        </button>
      </Menu>
      {question}
    </>
  )
}
