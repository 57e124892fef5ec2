import { IconButton, toast } from '../../ui/index.ts'

/** Puts a text on the clipboard. */
export function Copy({ what, text }: { what: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(`已复制${what}`)
    } catch {
      toast.error('浏览器不允许复制，请手动选中后复制')
    }
  }
  return <IconButton icon="copy" label={`复制${what}`} size="xs" iconSize={14} onClick={() => void copy()} />
}
