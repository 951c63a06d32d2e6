import { html } from "../libraries.js";
import { text } from "../texts/texts.js";
import { contactAddress } from "./contact-address.js";
import { useInstallation } from "./installation.js";

/** How to reach those who run the installation: what they have given, or a sentence that says whom to ask. */
export function Contact() {
  const { contact } = useInstallation();
  if (!contact) return html`<p class="contact">${text("contact.unknown")}</p>`;
  const address = contactAddress(contact);
  return html`<p class="contact">
    ${text("contact.known")} ${" "}
    ${address ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${contact}</a>` : html`<strong>${contact}</strong>`}
  </p>`;
}
