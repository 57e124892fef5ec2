import { useNavigate } from 'react-router'
import { switchClinic, useClinics, useUserInfo } from '../../features/identity/index.ts'
import { session } from '../../lib/session.ts'
import { Icon, toast, Menu } from '../../ui/index.ts'
import { useUnsavedFirst } from './use-unsaved-first.tsx'
import s from './layout.module.css'

/** Going to another clinic: the server gives a new session. When it refuses, everything stays in the former clinic. `to`: the page to begin with there. */
export function useSwitchClinic() {
  const navigate = useNavigate()
  const { ask, busy, question } = useUnsavedFirst('切换门诊前，先处理未保存的内容')
  const begin = (clinicId: string, to = '/') => {
    if (clinicId === session.get()?.clinicId) return
    ask(async () => {
      try {
        await switchClinic(clinicId)
        void navigate(to, { replace: to === '/' })
      } catch (error) {
        toast.error(`${error instanceof Error ? error.message : 'Error'}，仍在原门诊`)
      }
    })
  }
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
