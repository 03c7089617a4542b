import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './globals.css';
import './panel.css';

export const metadata: Metadata = { title: 'Plans on the web' };
export const viewport: Viewport = { colorScheme: 'light dark' };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
