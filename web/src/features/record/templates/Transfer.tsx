import { recordTemplate, templateScopeNames, type TemplateScope } from '@dentin/contract/record-template'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { ApiError, newRequestId, send } from '../../../lib/client.ts'
import { presentDay } from '../../../lib/present.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { IconButton, Menu, toast } from '../../../ui/index.ts'
import { useBring } from './hooks.ts'

const NO_FILE = '这不是导出的模板文件'

/** Takes the templates of a scope along as a file, and brings such a file in. */
export function Transfer({ mayKeep }: { mayKeep: readonly TemplateScope[] }) {
  const bring = useBring()
  const input = useRef<HTMLInputElement>(null)
  const [scope, setScope] = useState<TemplateScope>(mayKeep[0] ?? 1)
  const take = async (of: TemplateScope) => {
    try {
      const { items } = await send(recordTemplate.carry, { scope: of })
      const text = JSON.stringify({ items }, null, 1)
      saveFile(new Blob([text], { type: 'application/json' }), `${templateScopeNames[of]}病历模板-${presentDay()}.json`)
      toast.success(`已导出 ${items.length} 份`)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有导出，请重试')
    }
  }
  const read = async (file: File) => {
    const items = await itemsOf(file)
    if (typeof items === 'string') {
      toast.error(items)
      return
    }
    bring.mutate(
      { scope, items, requestId: newRequestId() },
      {
        onSuccess: ({ made, skipped, unknownCharges }) =>
          toast.success(
            [
              `已导入 ${made} 份`,
              skipped.length > 0 && `同名的 ${skipped.length} 份没有动`,
              unknownCharges.length > 0 && `本机构没有收费项目 ${unknownCharges.join('、')}`,
            ]
              .filter(Boolean)
              .join('，'),
          ),
        onError: (error) => toast.error(error.fields[0]?.message ?? error.message),
      },
    )
  }
  const pick = (of: TemplateScope) => {
    setScope(of)
    input.current?.click()
  }
  const entry = (of: TemplateScope, verb: string) => ({
    key: String(of),
    label: `${verb}${templateScopeNames[of]}模板`,
  })
  return (
    <>
      <Menu align="end" items={mayKeep.map((of) => ({ ...entry(of, '导出'), onSelect: () => void take(of) }))}>
        <IconButton icon="download" label="导出模板" />
      </Menu>
      <Menu align="end" items={mayKeep.map((of) => ({ ...entry(of, '导入为'), onSelect: () => pick(of) }))}>
        <IconButton icon="upload" label="导入模板" disabled={bring.isPending} />
      </Menu>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="模板文件"
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
    </>
  )
}

type Items = z.input<typeof recordTemplate.bring.body.items>

/** What stands in a file of templates; in words when it is none. */
async function itemsOf(file: File): Promise<Items | string> {
  try {
    const read = z.object({ items: recordTemplate.bring.body.items }).safeParse(JSON.parse(await file.text()))
    return read.success ? read.data.items : (read.error.issues[0]?.message ?? NO_FILE)
  } catch {
    return NO_FILE
  }
}
