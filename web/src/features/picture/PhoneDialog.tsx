import { useEffect } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { Button, ErrorLine, QrCode, Skeleton } from '../../ui/index.ts'
import { useLink, type Stage } from './hooks.ts'
import s from './picture.module.css'

/** A code for a phone: good once, for half an hour, into this stage. */
export function PhoneDialog({ stage, onClose }: { stage: Stage; onClose: () => void }) {
  const link = useLink()
  const { mutate } = link
  const { id } = stage
  useEffect(() => mutate({ imageStageId: id }, { onError: () => {} }), [id, mutate])
  const address = link.data ? `${window.location.origin}/imageDataIn#${link.data.token}` : ''
  return (
    <Dialog open title={`手机上传到「${stage.name}」`} onClose={onClose}>
      {link.error ? (
        <ErrorLine>{link.error.message}</ErrorLine>
      ) : (
        <div className={s.code}>
          {link.data ? (
            <>
              <QrCode text={address} label="用手机扫码上传照片" size={220} />
              <p className="secondary t-13">
                {link.data.expiresAt.slice(11, 16)} 前有效，只能由一台手机打开。照片传到后会自动出现在这里。
              </p>
              <Button size="sm" icon="refresh" onClick={() => mutate({ imageStageId: id }, { onError: () => {} })}>
                换一个
              </Button>
            </>
          ) : (
            <Skeleton width={220} height={220} />
          )}
        </div>
      )}
    </Dialog>
  )
}
