import { useEffect } from 'react'
import { CodeDialog } from '../../ui/heavy.ts'
import { useLink, type Stage } from './hooks.ts'

/** A code for a phone: good once, for half an hour, into this stage. */
export function PhoneDialog({ stage, onClose }: { stage: Stage; onClose: () => void }) {
  const { mutate, data, error } = useLink()
  const { id } = stage
  const ask = () => mutate({ imageStageId: id }, { onError: () => {} })
  useEffect(() => mutate({ imageStageId: id }, { onError: () => {} }), [id, mutate])
  return (
    <CodeDialog
      title={`手机上传到「${stage.name}」`}
      label="用手机扫码上传照片"
      address={data ? `${window.location.origin}/imageDataIn#${data.token}` : null}
      words={`${data?.expiresAt.slice(11, 16) ?? ''} 前有效，只能由一台手机打开。照片传到后会自动出现在这里。`}
      problem={error?.message}
      onRenew={ask}
      onClose={onClose}
    />
  )
}
