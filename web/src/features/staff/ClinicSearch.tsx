import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import { staff } from '@dentin/contract/staff'
import { useState, type FormEvent } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { usePicture } from '../../lib/pictures.ts'
import { Button, EmptyState, ErrorLine, LetterAvatar, PageHeader, SearchField, Tag } from '../../ui/index.ts'
import { ApplyTag } from './ApplyTag.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import type { FoundClinic } from './hooks.ts'
import s from './staff.module.css'

export function ClinicWords({ clinic }: { clinic: FoundClinic }) {
  // The path says where the picture is; reading it takes the sign-in.
  const { src } = usePicture(clinic.logoUrl?.slice(PICTURE_PREFIX.length))
  return (
    <>
      {src ? (
        <img className={s.logo} src={src} alt="" width={40} height={40} />
      ) : (
        <LetterAvatar name={clinic.clinicName} size={40} />
      )}
      <div className={s.words}>
        <div className="bold">{clinic.clinicName}</div>
        <div className="t-13 secondary">
          {[clinic.companyName === clinic.clinicName ? '' : clinic.companyName, clinic.address]
            .filter(Boolean)
            .join('　')}
        </div>
      </div>
    </>
  )
}

export function Search({ stateOf }: { stateOf: (clinicId: string) => 'related' | 'waiting' | null }) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<{ name: string; list: FoundClinic[] } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<FoundClinic | null>(null)
  const look = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      setFound({ name: name.trim(), list: await send(staff.searchClinic, { name }) })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <PageHeader title="查找门诊" ruled />
      <form
        className={s.search}
        role="search"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void look()
        }}
      >
        <SearchField
          aria-label="门诊名称"
          placeholder="门诊名称，至少 2 个字"
          value={name}
          maxLength={40}
          onChange={setName}
          boxClassName={s.searchBox}
        />
        <Button type="submit" variant="primary" icon="search" busy={busy}>
          查找
        </Button>
      </form>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {found &&
        !failure &&
        (found.list.length === 0 ? (
          <EmptyState
            icon="building"
            title={`没有找到名称含“${found.name}”的门诊`}
            hint="换个写法，或请门诊管理员确认名称。"
          />
        ) : (
          <ul aria-label="找到的门诊">
            {found.list.map((clinic) => {
              const state = stateOf(clinic.clinicId)
              return (
                <li key={clinic.clinicId} className={s.line}>
                  <ClinicWords clinic={clinic} />
                  {state === 'related' ? (
                    <Tag tone="done" icon="check">
                      已关联
                    </Tag>
                  ) : state === 'waiting' ? (
                    <ApplyTag status={0} />
                  ) : (
                    <Button variant="tint" onClick={() => setAsked(clinic)}>
                      申请关联
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        ))}
      {asked && <ApplyDialog clinic={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
