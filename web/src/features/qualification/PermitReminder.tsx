import { authStates } from '@dentin/contract/core/status'
import { useEffect, useState } from 'react'
import { usePutAway } from '../../lib/put-away.ts'
import { ownKey } from '../../lib/session.ts'
import { IconButton, LinkButton, Notice } from '../../ui/index.ts'
import { useClinicAuth } from './hooks.ts'

/** The page comes first: whether a permit has run out is asked when it stands. */
const ASK_AFTER_MS = 3000

/** The clinic's permit has run out: a line under the head, until it is put away for this visit. Nothing is locked. */
export function PermitReminder() {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsking(true), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const clinic = useClinicAuth(asking).data
  const { isAway, putAway } = usePutAway()
  if (!clinic || clinic.daysLeft === null || clinic.daysLeft >= 0) return null
  const key = ownKey(`permit.${clinic.current.permitExpire}`)
  if (isAway(key)) return null
  return (
    <Notice
      tone="danger"
      icon="alert"
      edge
      action={
        <>
          {clinic.mayEdit && (
            <LinkButton size="sm" to="/userFactory">
              去处理
            </LinkButton>
          )}
          <IconButton icon="x" size="xs" label="本次不再显示" onClick={() => putAway(key)} />
        </>
      }
    >
      {authStates.is(clinic.authStatus, 'changing')
        ? '执业许可证已到期，变更正在审核'
        : '门诊的执业许可证已到期，请换证后提交变更'}
      （<span className="num">{clinic.current.permitExpire}</span>）
    </Notice>
  )
}
