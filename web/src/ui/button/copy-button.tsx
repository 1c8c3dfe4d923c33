import { toast } from 'react-hot-toast/headless';
import { toastFailure } from '../../lib/failure.ts';
import { Button, type ButtonProps } from './button.tsx';

interface Props extends Pick<ButtonProps, 'variant' | 'children' | 'aria-label'> {
  text: string;
  successMessage: string;
}

export function CopyButton({ text, successMessage, ...button }: Props) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast.success(successMessage);
  };
  return <Button {...button} icon="copy" onClick={() => void copy().catch(toastFailure)} />;
}
